// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.bench.receiver;

import dev.counterfoil.bench.load.Slice;
import dev.counterfoil.bench.peer.Peer;
import dev.counterfoil.bench.report.Scratch;
import dev.counterfoil.bench.report.Section;
import dev.counterfoil.bench.report.Settings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** New deliveries, replays and bare inserts by turns; the middle slice of each counts. Immutable. */
public final class Receiving implements Section {
    private static final List<Integer> CALLERS = List.of(1, 16);

    @Override
    public String name() {
        return "receiver";
    }

    @Override
    public Object measure(Settings settings, Scratch scratch) throws Exception {
        List<Map<String, Object>> cells = new ArrayList<>();
        for (int callers : CALLERS) {
            settings.say("receiver: " + callers + " callers");
            cells.add(cell(callers, settings, scratch));
        }
        return cells;
    }

    private static Map<String, Object> cell(int callers, Settings settings, Scratch scratch) throws Exception {
        Path directory = scratch.fresh();
        AtomicLong numbers = new AtomicLong(1);
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("callers", callers);
        try (Peer fresh = DeliveryPeer.fresh(directory.resolve("fresh.db")); Peer again = DeliveryPeer.again(directory.resolve("again.db"));
                Peer bare = new BareInserts(directory.resolve("bare.db"))) {
            Map<String, Peer> peers = new LinkedHashMap<>();
            peers.put("deliveries_per_second", fresh);
            peers.put("replays_per_second", again);
            peers.put("bare_per_second", bare);
            Map<String, List<Slice>> slices = new LinkedHashMap<>();
            for (Peer peer : peers.values()) {
                Slice.of(peer, callers, numbers, new Slice.Length(settings.warmNanos(), callers, Long.MAX_VALUE));
            }
            for (int i = 0; i < settings.slices() * settings.runs(); i++) {
                for (Map.Entry<String, Peer> each : peers.entrySet()) {
                    slices.computeIfAbsent(each.getKey(), none -> new ArrayList<>()).add(Slice.of(each.getValue(), callers, numbers,
                            new Slice.Length(settings.sliceNanos(), callers, Long.MAX_VALUE)));
                }
            }
            slices.forEach((name, all) -> members.put(name, Math.round(middle(all).perSecond())));
        } finally {
            scratch.remove(directory);
        }
        return members;
    }

    private static Slice middle(List<Slice> all) {
        return all.stream().sorted(Comparator.comparingDouble(Slice::perSecond)).toList().get(all.size() / 2);
    }
}
