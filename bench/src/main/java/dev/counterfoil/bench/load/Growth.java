// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.bench.load;

import dev.counterfoil.bench.peer.Effect;
import dev.counterfoil.bench.peer.Kind;
import dev.counterfoil.bench.peer.Peer;
import dev.counterfoil.bench.peer.Place;
import dev.counterfoil.bench.report.Scratch;
import dev.counterfoil.bench.report.Section;
import dev.counterfoil.bench.report.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Whether an invocation costs the same in a large journal as in a new one: ten parts of one journal, in processor time, which a busy disk
 * disturbs least. Immutable.
 */
public final class Growth implements Section {
    private static final int PARTS = 10;
    private static final int RECORDS_OF_AN_INVOCATION = 4;
    /** More than elsewhere: fewer forces, so that a slow disk does not make it an hour. */
    private static final int CALLERS = 256;

    @Override
    public String name() {
        return "growth";
    }

    @Override
    public Object measure(Settings settings, Scratch scratch) throws Exception {
        long part = settings.growthRecords() / RECORDS_OF_AN_INVOCATION / PARTS;
        warm(scratch, part);
        List<Long> processor = new ArrayList<>();
        List<Long> rates = new ArrayList<>();
        AtomicLong numbers = new AtomicLong(1);
        Path directory = scratch.fresh();
        try (Peer peer = Kind.COUNTERFOIL.open(Place.of(directory, Duration.ZERO), Effect.NONE)) {
            for (int i = 0; i < PARTS; i++) {
                settings.say("growth: part " + (i + 1) + " of " + PARTS);
                Slice slice = Slice.of(peer, CALLERS, numbers, Slice.Length.of(part));
                processor.add(Math.round(slice.processorMicros()));
                rates.add(Math.round(slice.perSecond()));
            }
        } finally {
            scratch.remove(directory);
        }
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("records", part * PARTS * RECORDS_OF_AN_INVOCATION);
        members.put("callers", CALLERS);
        members.put("processor_micros", processor);
        members.put("per_second", rates);
        return members;
    }

    /** A part of another journal: the first part of this one would pay for the compiler. */
    private static void warm(Scratch scratch, long count) throws Exception {
        Path directory = scratch.fresh();
        try (Peer peer = Kind.COUNTERFOIL.open(Place.of(directory, Duration.ZERO), Effect.NONE)) {
            Slice.of(peer, CALLERS, new AtomicLong(1), Slice.Length.of(count));
        } finally {
            scratch.remove(directory);
        }
    }
}
