// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver;

import dev.counterfoil.receiver.database.NewRow;
import dev.counterfoil.receiver.database.ReceiverTables;
import dev.counterfoil.receiver.database.Rows;
import dev.counterfoil.receiver.database.Step;
import dev.counterfoil.receiver.database.Transactions;
import dev.counterfoil.receiver.failure.ReceiverException;
import dev.counterfoil.receiver.failure.ReceiverProblem;
import dev.counterfoil.receiver.operation.Delivery;
import dev.counterfoil.receiver.operation.Operation;
import dev.counterfoil.receiver.operation.OperationScope;
import dev.counterfoil.receiver.operation.Payload;
import dev.counterfoil.receiver.operation.PayloadDigest;
import dev.counterfoil.receiver.receipt.Answer;
import dev.counterfoil.receiver.receipt.Claim;
import dev.counterfoil.receiver.receipt.Claiming;
import dev.counterfoil.receiver.receipt.Decision;
import dev.counterfoil.receiver.receipt.Ending;
import dev.counterfoil.receiver.receipt.Finding;
import dev.counterfoil.receiver.receipt.HeldOperation;
import dev.counterfoil.receiver.receipt.PendingClaim;
import dev.counterfoil.receiver.receipt.Receipt;
import dev.counterfoil.receiver.receipt.ReceiptRule;
import dev.counterfoil.receiver.receipt.ReceiptState;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;
import javax.sql.DataSource;

/**
 * Does what an operation asks for once. Every call takes connections from the data source and gives them back; nothing is remembered
 * between calls but the latest instant, so any number of receivers, in any number of processes, may work on one database. Thread-safe.
 *
 * <p>Every method may throw {@link ReceiverException}, where the database is not available.
 */
public final class Receiver {
    /** How often a delivery looks again for the row of one that was faster, before it says that this one is in progress. */
    private static final int LOOKS = 3;

    private final Transactions transactions;
    private final ReceiverSettings settings;
    private final ReceiverClock clock;
    private final Endings endings;

    private Receiver(Transactions transactions, ReceiverSettings settings, ReceiverClock clock) {
        this.transactions = transactions;
        this.settings = settings;
        this.clock = clock;
        this.endings = new Endings(transactions, clock);
    }

    /**
     * A receiver on a database that has its tables.
     *
     * @param source gives connections; for SQLite see {@link dev.counterfoil.receiver.sqlite.ReceiverFile}
     * @param settings payloads; and the retention, where it names one: the database goes by it from now on, for every receiver
     * @param clock the present, for retention only
     * @return the receiver
     * @throws ReceiverException where there are no tables, or those of another version
     */
    public static Receiver on(DataSource source, ReceiverSettings settings, InstantSource clock) {
        Transactions transactions = Transactions.on(source);
        ReceiverTables.require(transactions);
        settings.retention().ifPresent(retention -> ReceiverTables.retain(transactions, retention));
        return new Receiver(transactions, settings, new ReceiverClock(clock));
    }

    /**
     * Makes the receiver's tables in a database of the host's that has none of them; done once, when the host makes its own.
     *
     * @param source gives connections
     * @throws ReceiverException where they cannot be made
     */
    public static void install(DataSource source) {
        ReceiverTables.create(Transactions.on(source));
    }

    /**
     * Lets an operation in, or says why not.
     *
     * @param delivery what arrived
     * @param effect what it does in the host's tables, in the transaction of its receipt
     * @return {@link Answer.Accepted} exactly where this call did it
     */
    public Answer deliver(Delivery delivery, Effect effect) {
        return admitted(delivery, new Answer.InProgress(Optional.empty()), now -> transactions.within(rows -> {
            if (!rows.insert(delivery.operation(), NewRow.arriving(delivery.payload().digest(), now))) {
                return Step.undone(Optional.<Answer>empty());
            }
            long effectId = rows.insertEffect(delivery.operation().scope(), kept(delivery.payload()));
            rows.join(connection -> effect.write(connection, effectId));
            // Behind the effect: where that made the transaction last by itself, nobody is told that the operation is done.
            endings.requireEnded(rows, delivery.operation(), effectId);
            return Step.committed(Optional.of(new Answer.Accepted(effectId)));
        }), answer -> answer);
    }

    /**
     * Does something without a key: a new effect each time, and no receipt. It is never expired or purged.
     *
     * @param scope what it is counted under
     * @param payload what arrived
     * @param effect what it does in the host's tables
     * @return the number of the effect
     */
    public long perform(OperationScope scope, Payload payload, Effect effect) {
        return transactions.within(rows -> {
            long effectId = rows.insertEffect(scope, kept(payload));
            rows.join(connection -> effect.write(connection, effectId));
            return Step.committed(effectId);
        });
    }

    /**
     * Takes an operation in hand whose effect cannot join a transaction. Until it is ended, every delivery of it is answered
     * {@link Answer.InProgress}, whatever becomes of this process.
     *
     * @param delivery what arrived
     * @param claimant who says so, for people to read
     * @return the claim, durable; or why there is none
     */
    public Claiming claim(Delivery delivery, String claimant) {
        Claim claim = new Claim(delivery.operation(), delivery.payload().digest(), claimant, 1);
        return admitted(delivery, new Claiming.Referred(new Answer.InProgress(Optional.empty())), now -> transactions.within(rows -> {
            NewRow row = NewRow.claimed(claim.payload(), claimant, claim.fence(), now);
            return rows.insert(claim.operation(), row)
                    ? Step.committed(Optional.<Claiming>of(new Claiming.Claimed(claim))) : Step.undone(Optional.<Claiming>empty());
        }), Claiming.Referred::new);
    }

    /**
     * Takes a pending operation out of another's hand. Whoever asks says by that that the other's effect may be performed again, or that he
     * knows that it was not. The other can end it no more.
     *
     * @param delivery what arrived
     * @param seen the claim that is taken over, as an answer or a receipt told it
     * @param claimant who takes it over, for people to read
     * @return the new claim, durable; or why there is none: somebody ended it or took it over since
     */
    public Claiming takeOver(Delivery delivery, PendingClaim seen, String claimant) {
        PayloadDigest payload = delivery.payload().digest();
        Claim claim = new Claim(delivery.operation(), payload, claimant, Math.addExact(seen.fence(), 1));
        Instant now = clock.now();
        return transactions.within(rows -> {
            boolean sound = ReceiptRule.delivered(rows.find(claim.operation()), payload, now) instanceof Decision.Refer refer
                    && refer.answer() instanceof Answer.InProgress;
            NewRow row = NewRow.claimed(payload, claimant, claim.fence(), now);
            if (sound && rows.takeOver(claim.operation(), seen.fence(), row)) {
                return Step.committed(new Claiming.Claimed(claim));
            }
            return Step.undone(ReceiptRule.delivered(rows.find(claim.operation()), payload, now) instanceof Decision.Refer refer
                    ? new Claiming.Referred(refer.answer()) : new Claiming.Referred(new Answer.InProgress(Optional.empty())));
        });
    }

    /**
     * Ends a claimed operation whose effect is there.
     *
     * @param claim the newest claim of it
     * @param effect what is written in the host's tables along with it
     * @return {@link Ending.Recorded}, {@link Ending.Unchanged} where this claim had done so, else {@link Ending.Refused}
     */
    public Ending complete(Claim claim, Effect effect) {
        return endings.complete(claim, effect);
    }

    /**
     * Ends a claimed operation that had no effect and gets none.
     *
     * @param claim the newest claim of it
     * @param evidence how that is known, 1 to 4,096 UTF-8 bytes
     * @return as {@link #complete}
     */
    public Ending reject(Claim claim, String evidence) {
        return endings.reject(claim, new Finding(Finding.Verdict.REJECTED, evidence));
    }

    /**
     * Ends a pending operation by what a person found out; its claimant can end it no more.
     *
     * @param operation which
     * @param finding whether it had its effect, and how that is known
     * @return {@link Ending.Refused} where it is not pending and had not ended so
     */
    public Ending settle(Operation operation, Finding finding) {
        return endings.settle(operation, finding);
    }

    /**
     * What is known of an operation. Nothing is written.
     *
     * @param operation which
     * @return its receipt
     */
    public Receipt lookup(Operation operation) {
        return ReceiptRule.receipt(found(operation), Optional.empty(), clock.now());
    }

    /**
     * What is known of an operation with a payload. Nothing is written.
     *
     * @param operation which
     * @param payload the fingerprint of what was or would be delivered
     * @return its receipt, {@link ReceiptState#CONFLICT} where it is bound to another
     */
    public Receipt lookup(Operation operation, PayloadDigest payload) {
        return ReceiptRule.receipt(found(operation), Optional.of(payload), clock.now());
    }

    /**
     * Makes an absence final: from then on no delivery of the operation is let in.
     *
     * @param operation which
     * @return {@link ReceiptState#CLOSED}; where the operation is there its receipt, and nothing was changed
     * @throws ReceiverException {@link ReceiverProblem#BUSY} also where a delivery of it is in its transaction for longer than the database
     *     waits: it may be there soon or not, and nothing is closed
     */
    public Receipt close(Operation operation) {
        Receipt seen = lookup(operation);
        for (int look = 1; seen.state() == ReceiptState.ABSENT; look++) {
            Instant now = clock.now();
            boolean closed = transactions.within(rows ->
                    rows.insert(operation, NewRow.closed(now)) ? Step.committed(true) : Step.undone(false));
            seen = lookup(operation);
            if (!closed && look == LOOKS && seen.state() == ReceiptState.ABSENT) {
                throw new ReceiverException(ReceiverProblem.BUSY, "the operation", "a delivery of it is being done just now, and it could"
                        + " not be closed; ask again");
            }
        }
        return seen;
    }

    /**
     * How many effects there are, of all scopes.
     *
     * @return their number
     */
    public long countEffects() {
        return transactions.reading(rows -> rows.countEffects(Optional.empty()));
    }

    /**
     * How many effects there are of one scope.
     *
     * @param scope the scope
     * @return their number
     */
    public long countEffects(OperationScope scope) {
        return transactions.reading(rows -> rows.countEffects(Optional.of(scope)));
    }

    /**
     * Makes tombstones of operations whose retention is over: their payload, claimant and evidence are erased, scope, key, fingerprint and
     * the number of the effect stay, for ever. Answers do not change by it. SQLite's log, which would keep what was erased, is emptied;
     * where others do not let it, {@link ReceiverException} says so, and calling again does the rest. May be interrupted at any instant and
     * called again.
     *
     * @return how many became tombstones
     */
    public long purge() {
        return endings.purge();
    }

    /**
     * How long receipts are kept from the commit that ended their operation, for operations that end from now on: what the database says.
     *
     * @return the time; empty for ever
     */
    public Optional<Duration> retention() {
        return transactions.reading(Rows::retention).limit();
    }

    /** Asks the rule, and where it says so tries to let the delivery in, until it is in or its rival's row is seen. */
    private <T> T admitted(Delivery delivery, T unseen, Function<Instant, Optional<T>> attempt, Function<Answer, T> referred) {
        for (int look = 0; look < LOOKS; look++) {
            Instant now = clock.now();
            Decision decision = ReceiptRule.delivered(found(delivery.operation()), delivery.payload().digest(), now);
            if (decision instanceof Decision.Refer refer) {
                return referred.apply(refer.answer());
            }
            Optional<T> done = attempt.apply(now);
            if (done.isPresent()) {
                return done.get();
            }
        }
        Decision last = ReceiptRule.delivered(found(delivery.operation()), delivery.payload().digest(), clock.now());
        return last instanceof Decision.Refer refer ? referred.apply(refer.answer()) : unseen;
    }

    private Optional<HeldOperation> found(Operation operation) {
        return transactions.reading(rows -> rows.find(operation));
    }

    private Optional<Payload> kept(Payload payload) {
        return settings.payloads() == ReceiverSettings.Payloads.KEPT ? Optional.of(payload) : Optional.empty();
    }
}
