// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.bench.reading;

import dev.counterfoil.journal.chain.ChainWriter;
import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Ceiling;
import dev.counterfoil.journal.record.Charge;
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
import dev.counterfoil.journal.record.Limits;
import dev.counterfoil.journal.record.Opening;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.journal.record.Outcome;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.ProviderSlot;
import dev.counterfoil.journal.record.Quote;
import dev.counterfoil.journal.record.Stamp;
import dev.counterfoil.journal.record.Usage;
import dev.counterfoil.journal.sqlite.SqliteCheckpointStore;
import dev.counterfoil.journal.store.Append;
import dev.counterfoil.journal.store.AppendResult;
import dev.counterfoil.journal.store.Authority;
import dev.counterfoil.journal.store.Head;
import dev.counterfoil.journal.store.Owner;
import dev.counterfoil.journal.store.OwnerId;
import dev.counterfoil.journal.store.Standing;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Journals to read, written by the store itself: each invocation in one append. Pure but for the files. */
final class Shelf {
    private static final int WRITERS = 128;
    private static final OwnerId OWNER = new OwnerId("bench");
    private static final ProviderId PROVIDER = new ProviderId("primary");
    private static final Quote QUOTE = new Quote(800, 200, 1_200);
    private static final long FIRST_MILLIS = 1_790_000_000_000L;
    private static final Bytes RESPONSE = Bytes.utf8("{\"order\":4711,\"state\":\"accepted\"}");

    private Shelf() {}

    /** What is written of each invocation. */
    enum Chains {
        /** Opening, intent, outcome, closing. */
        SETTLED(4),
        /** Opening and intent. */
        OPEN(2);

        private final int records;

        Chains(int records) {
            this.records = records;
        }

        int records() {
            return records;
        }
    }

    /** Writes a journal of so many invocations. */
    static void write(Path journal, long invocations, Chains chains) throws Exception {
        ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
        try (SqliteCheckpointStore store = SqliteCheckpointStore.openOrCreate(journal)) {
            store.register(new Owner(OWNER, "boot", "pid:[1]", 1, "1"));
            List<Future<?>> parts = new ArrayList<>();
            for (int writer = 0; writer < WRITERS; writer++) {
                long first = writer;
                parts.add(writers.submit(() -> {
                    for (long number = first; number < invocations; number += WRITERS) {
                        append(store, number, chains);
                    }
                }));
            }
            for (Future<?> part : parts) {
                part.get();
            }
        } finally {
            writers.shutdown();
        }
    }

    private static void append(SqliteCheckpointStore store, long number, Chains chains) {
        InvocationId id = new InvocationId("order-" + number);
        Append append = new Append(id, Head.NONE, new Authority.Owned(OWNER, 1),
                ChainWriter.link(id, Head.NONE, entries(number).subList(0, chains.records())),
                chains == Chains.OPEN ? Standing.OPEN : Standing.CLOSED);
        if (!(store.append(append) instanceof AppendResult.Appended)) {
            throw new IllegalStateException("was not appended");
        }
    }

    private static List<Entry> entries(long number) {
        Bytes request = Bytes.utf8("{\"quantity\":1,\"sku\":\"P" + number + "\"}");
        Limits limits = Limits.of(Map.of(Dimension.MAX_CALLS, Ceiling.of(4), Dimension.MAX_COST_MICROS, Ceiling.of(50_000)));
        Binding binding = new Binding(request.content(), Optional.of("internal"),
                new Operation(Contract.NON_IDEMPOTENT, Optional.of("acme/orders"), Optional.of("order-" + number)), limits, Deadline.NONE,
                List.of(ProviderSlot.cleared(PROVIDER), ProviderSlot.cleared(new ProviderId("fallback"))), QUOTE, DoubtProfile.STRICT,
                List.of(), Optional.empty());
        Charge charge = Charge.ofAttempt(QUOTE, request.size(), 1 << 20, List.of());
        return List.of(
                new Entry(new Opening(stamp(0, number), binding, Backoff.STANDARD, Optional.empty()), Optional.of(request),
                        Optional.empty()),
                Entry.of(new Intent(stamp(1, number), 0, AttemptKind.FRESH, PROVIDER, charge, Optional.empty(), Optional.empty())),
                new Entry(new Outcome(stamp(2, number), 0, OutcomeClass.COMPLETED_WITH_RESPONSE, Optional.empty(),
                        Usage.of(700, 150, 1_000), Optional.of(RESPONSE.content()), Optional.empty(), OptionalLong.empty()),
                        Optional.of(RESPONSE), Optional.empty()),
                Entry.of(new Closing(stamp(3, number), ClosingStatus.SETTLED, ClosingReason.Ending.COMPLETED)));
    }

    private static Stamp stamp(long sequence, long number) {
        return new Stamp(sequence, Instant.ofEpochMilli(FIRST_MILLIS + 10 * number + sequence), 1);
    }
}
