// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.bench.load;

import dev.counterfoil.bench.peer.Kind;
import dev.counterfoil.bench.peer.PostgresServer;
import dev.counterfoil.bench.report.Scratch;
import dev.counterfoil.bench.report.Section;
import dev.counterfoil.bench.report.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Invocations in a second of every peer, for one caller and for many, on this disk and on slower ones. Immutable.
 */
public final class Throughput implements Section {
    private static final List<Duration> DELAYS = List.of(Duration.ZERO, Duration.ofNanos(250_000), Duration.ofMillis(1));
    private static final List<Integer> CALLERS = List.of(64, 1);

    @Override
    public String name() {
        return "throughput";
    }

    @Override
    public Object measure(Settings settings, Scratch scratch) throws Exception {
        List<Cell> cells = new ArrayList<>();
        CALLERS.forEach(callers -> DELAYS.forEach(delay -> cells.add(new Cell(callers, delay))));
        Map<Cell, List<Cell.Reading>> readings = new LinkedHashMap<>();
        cells.forEach(cell -> readings.put(cell, new ArrayList<>()));
        Path directory = scratch.fresh();
        try (PostgresServer postgres = new PostgresServer(directory)) {
            settings.say("a run that does not count");
            cells.get(0).run(settings, scratch, postgres);
            for (int run = 0; run < settings.runs(); run++) {
                for (Cell cell : cells) {
                    settings.say("run " + (run + 1) + ": " + cell.callers() + " callers, forces slower by "
                            + cell.forceDelay().toNanos() / 1_000 + " microseconds");
                    readings.get(cell).add(cell.run(settings, scratch, postgres));
                }
            }
        } finally {
            scratch.remove(directory);
        }
        return readings.entrySet().stream().map(each -> members(each.getKey(), each.getValue())).toList();
    }

    private static Map<String, Object> members(Cell cell, List<Cell.Reading> runs) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("callers", cell.callers());
        members.put("force_delay_micros", cell.forceDelay().toNanos() / 1_000);
        members.put("forces_per_second", runs.stream().map(run -> Math.round(run.forcesPerSecond())).toList());
        members.put("peers", List.of(Kind.values()).stream().filter(cell::has).map(kind -> peer(kind, runs)).toList());
        return members;
    }

    private static Map<String, Object> peer(Kind kind, List<Cell.Reading> runs) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("peer", kind.word());
        members.put("per_second", each(kind, runs, Slice::perSecond));
        members.put("processor_micros", each(kind, runs, Slice::processorMicros));
        members.put("p50_micros", each(kind, runs, Slice::p50Micros));
        members.put("p99_micros", each(kind, runs, Slice::p99Micros));
        return members;
    }

    private static List<Long> each(Kind kind, List<Cell.Reading> runs, ToDoubleFunction<Slice> number) {
        return runs.stream().map(run -> Math.round(number.applyAsDouble(run.peers().get(kind)))).toList();
    }
}
