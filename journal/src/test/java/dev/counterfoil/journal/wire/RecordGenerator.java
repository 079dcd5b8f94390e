// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.wire;

import dev.counterfoil.journal.record.Account;
import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.BackoffKind;
import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Cancellation;
import dev.counterfoil.journal.record.Ceiling;
import dev.counterfoil.journal.record.Charge;
import dev.counterfoil.journal.record.Clearance;
import dev.counterfoil.journal.record.Closing;
import dev.counterfoil.journal.record.ClosingReason;
import dev.counterfoil.journal.record.ClosingStatus;
import dev.counterfoil.journal.record.Content;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Deadline;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.DoubtProfile;
import dev.counterfoil.journal.record.Evidence;
import dev.counterfoil.journal.record.EvidenceKind;
import dev.counterfoil.journal.record.FailureCategory;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Jitter;
import dev.counterfoil.journal.record.JournalRecord;
import dev.counterfoil.journal.record.Limits;
import dev.counterfoil.journal.record.Opening;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.journal.record.Outcome;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.OutcomeReason;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.ProviderSlot;
import dev.counterfoil.journal.record.Quote;
import dev.counterfoil.journal.record.RefusalCode;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.record.Stamp;
import dev.counterfoil.journal.record.Usage;
import dev.counterfoil.journal.record.Verdict;
import dev.counterfoil.journal.record.VerdictGround;
import dev.counterfoil.journal.record.VerdictKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * Random valid records of every kind, each by itself: no sequence of them is meant to be lawful. The same seed gives the same records.
 * Confined to one thread.
 */
public final class RecordGenerator {
    private static final String[] PIECES = {"a", "Z", "0", "-", "/", " ", "\"", "\\", "é", "€", "\ud83d\ude00", "\u2028", "\uffff"};

    private final SplittableRandom random;

    /**
     * A generator.
     *
     * @param seed what its records follow from
     */
    public RecordGenerator(long seed) {
        random = new SplittableRandom(seed);
    }

    /**
     * The next record, of any kind.
     *
     * @return a valid record
     */
    public JournalRecord next() {
        return next(random.nextInt(7));
    }

    /**
     * The next record of one kind.
     *
     * @param kind 0 to 6, in the order of {@link JournalRecord.Cases}
     * @return a valid record
     */
    public JournalRecord next(int kind) {
        return switch (kind) {
            case 0 -> opening();
            case 1 -> intent();
            case 2 -> outcome();
            case 3 -> verdict();
            case 4 -> new Cancellation(stamp(), maybe(this::name));
            case 5 -> evidence();
            default -> closing();
        };
    }

    /**
     * The next binding.
     *
     * @return a valid binding
     */
    public Binding binding() {
        List<ProviderSlot> slots = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            slots.add(new ProviderSlot(
                    new ProviderId(i + name()), word(Clearance.values()), ceiling(), maybe(this::quote)));
        }
        Contract contract = word(Contract.values());
        Optional<String> key = contract == Contract.RECEIVER_IDEMPOTENT ? Optional.of(name()) : maybe(this::name);
        Limits limits = Limits.unbounded();
        for (Dimension dimension : Dimension.values()) {
            long most = dimension == Dimension.MAX_RESPONSE_BYTES ? Bounds.RESPONSE_BYTES_AT_MOST : Bounds.INTEGER;
            limits = limits.with(dimension, random.nextBoolean() ? Ceiling.of(Math.min(most, amount())) : Ceiling.unbounded());
        }
        return new Binding(
                content(Bounds.REQUEST_BYTES), maybe(this::name), new Operation(contract, maybe(this::name), key), limits, deadline(),
                slots, quote(), word(DoubtProfile.values()), accounts(), maybe(() -> new InvocationId(name())));
    }

    private Opening opening() {
        long initial = random.nextLong(1_000);
        Backoff backoff = new Backoff(
                word(BackoffKind.values()), initial, initial + random.nextLong(1_000), random.nextLong(1_000, 1_000_001),
                word(Jitter.values()));
        Stamp stamp = stamp();
        return new Opening(new Stamp(0, stamp.at(), stamp.epoch()), binding(), backoff, maybe(() -> content(Bounds.CONFIGURATION_BYTES)));
    }

    private Intent intent() {
        Charge charge = new Charge(amount(), amount(), amount(), amount(), amount(), amount(), accounts());
        return new Intent(
                stamp(), ordinal(), word(AttemptKind.values()), new ProviderId(name()), charge, maybe(() -> word(OutcomeClass.values())),
                maybe(this::digest));
    }

    private Outcome outcome() {
        OutcomeClass outcomeClass = word(OutcomeClass.values());
        boolean completed = outcomeClass == OutcomeClass.COMPLETED_WITH_RESPONSE;
        return new Outcome(
                stamp(), ordinal(), outcomeClass, maybe(() -> word(FailureCategory.values())),
                new Usage(observed(), observed(), observed()),
                completed ? Optional.of(content(Bounds.RESPONSE_BYTES_AT_MOST)) : Optional.empty(),
                maybe(() -> word(OutcomeReason.values())), maybeAmount());
    }

    private Verdict verdict() {
        VerdictKind verdict = word(VerdictKind.values());
        return new Verdict(
                stamp(), ordinal(), verdict, word(VerdictGround.values()), maybe(() -> content(Bounds.EVIDENCE_BYTES)), maybe(this::name),
                verdict == VerdictKind.COMPLETED ? maybe(this::digest) : Optional.empty());
    }

    private Evidence evidence() {
        OptionalInt ordinal = random.nextBoolean() ? OptionalInt.of(ordinal()) : OptionalInt.empty();
        return new Evidence(stamp(), ordinal, word(EvidenceKind.values()), content(Bounds.EVIDENCE_BYTES));
    }

    private Closing closing() {
        if (random.nextInt(3) == 0) {
            return new Closing(stamp(), ClosingStatus.SETTLED, ClosingReason.Ending.COMPLETED);
        }
        ClosingReason reason = random.nextBoolean() ? word(RefusalCode.values()) : ClosingReason.Ending.PERMANENT;
        return new Closing(stamp(), ClosingStatus.STOPPED, reason);
    }

    private Stamp stamp() {
        return new Stamp(amount(), instant(), Math.max(1, amount()));
    }

    private Instant instant() {
        return Instant.ofEpochMilli(random.nextInt(4) == 0 ? -amount() : amount());
    }

    private Deadline deadline() {
        return switch (random.nextInt(3)) {
            case 0 -> Deadline.NONE;
            case 1 -> Deadline.absolute(instant());
            default -> Deadline.after(random.nextLong(1 << 20), Instant.ofEpochMilli(random.nextLong(1L << 50)));
        };
    }

    private Quote quote() {
        return new Quote(amount(), amount(), amount());
    }

    private Content content(int most) {
        return new Content(digest(), Math.min(most, amount()));
    }

    private Sha256 digest() {
        byte[] bytes = new byte[Sha256.BYTES];
        random.nextBytes(bytes);
        return Sha256.ofBytes(bytes);
    }

    private List<Account> accounts() {
        List<Account> accounts = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            accounts.add(new Account(name()));
        }
        return accounts;
    }

    private Ceiling ceiling() {
        return random.nextBoolean() ? Ceiling.of(amount()) : Ceiling.unbounded();
    }

    private int ordinal() {
        return random.nextInt(Bounds.ATTEMPTS);
    }

    private OptionalLong maybeAmount() {
        return random.nextBoolean() ? OptionalLong.of(amount()) : OptionalLong.empty();
    }

    private OptionalLong observed() {
        return random.nextBoolean() ? OptionalLong.of(Math.min(amount(), Bounds.OBSERVED)) : OptionalLong.empty();
    }

    private long amount() {
        return switch (random.nextInt(6)) {
            case 0 -> 0;
            case 1 -> Bounds.INTEGER;
            case 2 -> random.nextLong(Bounds.INTEGER);
            default -> random.nextLong(10_000);
        };
    }

    private String name() {
        StringBuilder name = new StringBuilder("n");
        for (int i = random.nextInt(5); i > 0; i--) {
            name.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return name.toString();
    }

    private <T> Optional<T> maybe(Supplier<T> value) {
        return random.nextBoolean() ? Optional.of(value.get()) : Optional.empty();
    }

    private <T> T word(T[] list) {
        return list[random.nextInt(list.length)];
    }
}
