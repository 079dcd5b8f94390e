// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.bench.load;

import dev.counterfoil.bench.peer.Effect;
import dev.counterfoil.bench.peer.Kind;
import dev.counterfoil.bench.peer.Pause;
import dev.counterfoil.bench.peer.Peer;
import dev.counterfoil.bench.peer.Place;
import dev.counterfoil.bench.peer.PostgresServer;
import dev.counterfoil.bench.report.Scratch;
import dev.counterfoil.bench.report.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * All peers by turns, under one load on one disk, in one run: slice after slice of each, so that all of them meet the same neighbours.
 * Immutable.
 *
 * @param callers threads at once; the naive loop is one thread always
 * @param forceDelay what each force takes longer
 */
record Cell(int callers, Duration forceDelay) {
    /** What a run says: the middle slice of each. */
    record Reading(double forcesPerSecond, Map<Kind, Slice> peers) {}

    private static final int FORCE_SHARE = 4;

    /** Whether a peer can be measured here: who forces in another process cannot be made slower. */
    boolean has(Kind kind) {
        return forceDelay.isZero() || kind.isSlowable();
    }

    /** Measures once. */
    Reading run(Settings settings, Scratch scratch, PostgresServer postgres) throws Exception {
        Map<Kind, Peer> peers = new EnumMap<>(Kind.class);
        Map<Kind, List<Slice>> slices = new EnumMap<>(Kind.class);
        List<Double> forces = new ArrayList<>();
        Path directory = scratch.fresh();
        AtomicLong numbers = new AtomicLong(1);
        try (Forces disk = new Forces(directory.resolve("forced"), new Pause(forceDelay))) {
            for (Kind kind : Kind.values()) {
                if (has(kind)) {
                    peers.put(kind, kind.open(place(kind, directory, postgres), Effect.NONE));
                    slices.put(kind, new ArrayList<>());
                    slice(peers.get(kind), kind, numbers, settings.warmNanos());
                }
            }
            for (int i = 0; i < settings.slices(); i++) {
                forces.add(disk.perSecond(settings.sliceNanos() / FORCE_SHARE));
                for (Map.Entry<Kind, Peer> each : peers.entrySet()) {
                    slices.get(each.getKey()).add(slice(each.getValue(), each.getKey(), numbers, settings.sliceNanos()));
                }
            }
        } finally {
            for (Peer peer : peers.values()) {
                peer.close();
            }
            scratch.remove(directory);
        }
        Map<Kind, Slice> middle = new EnumMap<>(Kind.class);
        slices.forEach((kind, all) -> middle.put(kind, middle(all)));
        return new Reading(forces.stream().sorted().toList().get(forces.size() / 2), middle);
    }

    private Place place(Kind kind, Path directory, PostgresServer postgres) throws Exception {
        return kind == Kind.DBOS
                ? new Place(directory, forceDelay, Optional.of(postgres.database()), Optional.of(postgres.process()))
                : Place.of(directory, forceDelay);
    }

    private Slice slice(Peer peer, Kind kind, AtomicLong numbers, long nanos) throws Exception {
        return Slice.of(peer, kind == Kind.NAIVE ? 1 : callers, numbers, new Slice.Length(nanos, callers, Long.MAX_VALUE));
    }

    /** The slice with the middle rate: its other numbers belong to it. */
    private static Slice middle(List<Slice> all) {
        return all.stream().sorted(Comparator.comparingDouble(Slice::perSecond)).toList().get(all.size() / 2);
    }
}
