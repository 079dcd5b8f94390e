// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.dump;

import dev.counterfoil.journal.chain.ChainWriter;
import dev.counterfoil.journal.record.Account;
import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Ceiling;
import dev.counterfoil.journal.record.Charge;
import dev.counterfoil.journal.record.Clearance;
import dev.counterfoil.journal.record.Closing;
import dev.counterfoil.journal.record.ClosingReason;
import dev.counterfoil.journal.record.ClosingStatus;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Deadline;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.DoubtProfile;
import dev.counterfoil.journal.record.Entry;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.InvocationId;
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
import dev.counterfoil.journal.record.Stamp;
import dev.counterfoil.journal.record.Usage;
import dev.counterfoil.journal.store.Head;
import dev.counterfoil.journal.store.Holder;
import dev.counterfoil.journal.store.InvocationRow;
import dev.counterfoil.journal.store.Standing;
import dev.counterfoil.journal.store.StoredInvocation;
import dev.counterfoil.journal.store.StoredRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/** One invocation, told record by record at fixed instants: 250 ms apart, from the given start. Confined. */
final class Told {
    static final Bytes REQUEST = Bytes.utf8("{\"sku\":\"canary-request\"}");
    static final Bytes RESPONSE = Bytes.utf8("canary-response\nof two lines");
    static final Bytes CONFIGURATION = Bytes.utf8("{\"canary\":\"configuration\"}");
    static final String KEY = "canary-key";
    static final Instant START = Instant.parse("2026-03-01T23:59:59.500Z");

    private final InvocationId id;
    private final Instant start;
    private final List<Entry> entries = new ArrayList<>();

    Told(String id, Instant start) {
        this.id = new InvocationId(id);
        this.start = start;
    }

    /** Opened with everything that an opening may have. */
    static Told full(String id) {
        Limits limits = Limits.unbounded().with(Dimension.MAX_CALLS, 5).with(Dimension.MAX_COST_MICROS, 100_000);
        Binding binding = new Binding(
                REQUEST.content(), Optional.of("internal"),
                new Operation(Contract.RECEIVER_IDEMPOTENT, Optional.of("acme/orders"), Optional.of(KEY)), limits,
                Deadline.after(20_000, START),
                List.of(new ProviderSlot(new ProviderId("primary"), Clearance.CLEARED, Ceiling.of(2), Optional.empty()),
                        new ProviderSlot(new ProviderId("fallback"), Clearance.NOT_CLEARED, Ceiling.unbounded(),
                                Optional.of(new Quote(800, 200, 3_000)))),
                new Quote(800, 200, 1_200), DoubtProfile.RECONCILE, List.of(new Account("acme"), new Account("zeta")),
                Optional.of(new InvocationId("parent-1")));
        return new Told(id, START).and(
                stamp -> new Opening(stamp, binding, Backoff.STANDARD, Optional.of(CONFIGURATION.content())), REQUEST, CONFIGURATION);
    }

    /** Opened with as little as an opening may have. */
    static Told bare(String id, Instant start) {
        Binding binding = new Binding(
                REQUEST.content(), Optional.empty(), Operation.UNDECLARED, Limits.unbounded(), Deadline.NONE,
                List.of(ProviderSlot.cleared(new ProviderId("primary")), ProviderSlot.cleared(new ProviderId("fallback"))), Quote.ZERO,
                DoubtProfile.STRICT, List.of(), Optional.empty());
        Told told = new Told(id, start);
        Opening opening = new Opening(told.stamp(), binding, Backoff.NONE, Optional.empty());
        told.entries.add(new Entry(opening, Optional.of(REQUEST), Optional.empty()));
        return told;
    }

    static Told bare(String id) {
        return bare(id, START);
    }

    Stamp stamp() {
        return new Stamp(entries.size(), start.plusMillis(250L * entries.size()), 1);
    }

    Told and(Function<Stamp, JournalRecord> record) {
        entries.add(Entry.of(record.apply(stamp())));
        return this;
    }

    Told and(Function<Stamp, JournalRecord> record, Bytes payload, Bytes attachment) {
        entries.add(new Entry(record.apply(stamp()), Optional.of(payload), Optional.of(attachment)));
        return this;
    }

    Told attached(Function<Stamp, JournalRecord> record, Bytes attachment) {
        entries.add(new Entry(record.apply(stamp()), Optional.empty(), Optional.of(attachment)));
        return this;
    }

    Told intent(int ordinal, AttemptKind kind, String provider, Quote quote, Optional<OutcomeClass> prior, String... accounts) {
        Charge charge = Charge.ofAttempt(quote, REQUEST.size(), 65_536, List.of(accounts).stream().map(Account::new).toList());
        return and(stamp -> new Intent(stamp, ordinal, kind, new ProviderId(provider), charge, prior, Optional.empty()));
    }

    Told fresh() {
        return intent(0, AttemptKind.FRESH, "primary", new Quote(800, 200, 1_200), Optional.empty());
    }

    Told outcome(int ordinal, OutcomeClass outcomeClass, Usage usage) {
        return and(stamp -> new Outcome(
                stamp, ordinal, outcomeClass, Optional.empty(), usage, Optional.empty(), Optional.of(OutcomeReason.EXIT_CODE),
                OptionalLong.empty()));
    }

    Told completed(int ordinal) {
        entries.add(new Entry(
                new Outcome(
                        stamp(), ordinal, OutcomeClass.COMPLETED_WITH_RESPONSE, Optional.empty(), Usage.of(700, 150, 1_500),
                        Optional.of(RESPONSE.content()), Optional.empty(), OptionalLong.empty()),
                Optional.of(RESPONSE), Optional.empty()));
        return this;
    }

    Told settled() {
        return and(stamp -> new Closing(stamp, ClosingStatus.SETTLED, ClosingReason.Ending.COMPLETED));
    }

    InvocationId id() {
        return id;
    }

    List<JournalRecord> records() {
        return entries.stream().map(Entry::record).toList();
    }

    List<StoredRecord> rows() {
        return ChainWriter.link(id, Head.NONE, entries);
    }

    StoredInvocation stored(long number) {
        return stored(number, rows());
    }

    /** With other rows than those that were told; the invocation's row knows nothing of it. */
    StoredInvocation stored(long number, List<StoredRecord> rows) {
        Standing standing = records().stream().anyMatch(Closing.class::isInstance) ? Standing.CLOSED : Standing.OPEN;
        return new StoredInvocation(new InvocationRow(number, id, new Holder(Optional.empty(), 1), entries.size(), standing), rows);
    }
}
