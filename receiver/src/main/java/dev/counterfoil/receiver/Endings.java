// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver;

import dev.counterfoil.receiver.database.End;
import dev.counterfoil.receiver.database.Place;
import dev.counterfoil.receiver.database.Rows;
import dev.counterfoil.receiver.database.Step;
import dev.counterfoil.receiver.database.Transactions;
import dev.counterfoil.receiver.operation.Operation;
import dev.counterfoil.receiver.receipt.Claim;
import dev.counterfoil.receiver.receipt.Ending;
import dev.counterfoil.receiver.receipt.Finding;
import dev.counterfoil.receiver.receipt.HeldOperation;
import dev.counterfoil.receiver.receipt.OperationState;
import dev.counterfoil.receiver.receipt.Receipt;
import dev.counterfoil.receiver.receipt.ReceiptRule;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** How operations end, and what becomes of them then. Thread-safe. */
final class Endings {
    /** So many tombstones are made in one transaction: others wait for it. */
    private static final int BATCH = 500;

    private final Transactions transactions;
    private final ReceiverClock clock;

    Endings(Transactions transactions, ReceiverClock clock) {
        this.transactions = transactions;
        this.clock = clock;
    }

    /** Ends an operation in the transaction that let it in. */
    void requireEnded(Rows rows, Operation operation, long effectId) throws SQLException {
        End end = end(rows, Finding.Verdict.COMPLETED, OptionalLong.of(effectId), 0, clock.now(), Optional.empty());
        requireChanged(rows.end(operation, 0, end));
    }

    private static void requireChanged(boolean changed) {
        if (!changed) {
            throw new IllegalStateException("the row of an operation changed in a transaction that keeps all others from it");
        }
    }

    Ending complete(Claim claim, Effect effect) {
        return ended(claim.operation(), Optional.of(claim), Finding.Verdict.COMPLETED, Optional.empty(), effect);
    }

    Ending reject(Claim claim, Finding finding) {
        return ended(claim.operation(), Optional.of(claim), finding.verdict(), Optional.of(finding.evidence()), Effect.NONE);
    }

    Ending settle(Operation operation, Finding finding) {
        return ended(operation, Optional.empty(), finding.verdict(), Optional.of(finding.evidence()), Effect.NONE);
    }

    private Ending ended(Operation operation, Optional<Claim> claim, Finding.Verdict verdict, Optional<String> evidence, Effect effect) {
        return transactions.within(rows -> {
            Optional<HeldOperation> found = rows.find(operation);
            boolean open = found.isPresent() && found.get().state() instanceof OperationState.Pending;
            if (!open || !isHolder(found.get(), claim)) {
                return Step.undone(refused(found, claim, verdict, clock.now()));
            }
            long fence = found.get().fence();
            // Before the effect: who ends it at the same time waits here, and then finds that it ended.
            if (!rows.hold(operation, fence)) {
                return Step.undone(refused(rows.find(operation), claim, verdict, clock.now()));
            }
            OptionalLong effectId = verdict == Finding.Verdict.COMPLETED
                    ? OptionalLong.of(rows.insertEffect(operation.scope(), Optional.empty())) : OptionalLong.empty();
            if (effectId.isPresent()) {
                rows.join(connection -> effect.write(connection, effectId.getAsLong()));
            }
            // Behind the wait for the transaction and behind the effect, which may take their time: retention runs from the end.
            Instant now = clock.now();
            // A person's word leaves no claim that could end it too.
            long next = claim.isPresent() ? fence : Math.addExact(fence, 1);
            requireChanged(rows.end(operation, fence, end(rows, verdict, effectId, next, now, evidence)));
            return Step.committed(new Ending.Recorded(receipt(rows.find(operation), now)));
        });
    }

    private static boolean isHolder(HeldOperation held, Optional<Claim> claim) {
        return claim.isEmpty() || claim.get().fence() == held.fence() && Optional.of(claim.get().payload()).equals(held.payload());
    }

    private static Ending refused(Optional<HeldOperation> found, Optional<Claim> claim, Finding.Verdict verdict, Instant now) {
        boolean alike = found.isPresent() && isHolder(found.get(), claim) && hasEnded(found.get().state(), verdict);
        return alike ? new Ending.Unchanged(receipt(found, now)) : new Ending.Refused(receipt(found, now));
    }

    private static boolean hasEnded(OperationState state, Finding.Verdict verdict) {
        return switch (verdict) {
            case COMPLETED -> state instanceof OperationState.Completed;
            case REJECTED -> state instanceof OperationState.Rejected;
        };
    }

    private static Receipt receipt(Optional<HeldOperation> found, Instant now) {
        return ReceiptRule.receipt(found, Optional.empty(), now);
    }

    /** The retention is asked in the transaction that ends the operation: whoever ends one goes by the same. */
    private static End end(Rows rows, Finding.Verdict verdict, OptionalLong effectId, long fence, Instant now, Optional<String> evidence)
            throws SQLException {
        return new End(verdict.code(), effectId, fence, now, rows.retention().expiry(now), evidence);
    }

    long purge() {
        Instant now = clock.now();
        long buried = 0;
        Place last = Place.FIRST;
        while (true) {
            Place behind = last;
            List<Place> places = transactions.reading(rows -> rows.overdue(behind, now, BATCH));
            if (places.isEmpty()) {
                // Also where nothing was overdue: an earlier call may have been interrupted before it came to this.
                transactions.scrub();
                return buried;
            }
            buried += transactions.within(rows -> Step.committed(bury(rows, places)));
            last = places.get(places.size() - 1);
        }
    }

    private static long bury(Rows rows, List<Place> places) throws SQLException {
        long buried = 0;
        for (Place place : places) {
            buried += rows.bury(place) ? 1 : 0;
        }
        return buried;
    }
}
