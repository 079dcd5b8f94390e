// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills;

import java.util.Map;
import java.util.TreeMap;

/** Counts kills, by kind, and whatever else is of interest. Thread-safe. */
public final class Tally {
    private final Map<String, Long> counts = new TreeMap<>();
    private final Map<String, Map<String, Long>> groups = new TreeMap<>();

    /** One more of something. */
    public void one(String what) {
        more(what, 1);
    }

    /** So many more of something. */
    public synchronized void more(String what, long number) {
        counts.merge(what, number, Long::sum);
    }

    /** One more of a kind of something. */
    public synchronized void one(String group, String kind) {
        groups.computeIfAbsent(group, name -> new TreeMap<>()).merge(kind, 1L, Long::sum);
    }

    /** How many there were. */
    public synchronized long of(String what) {
        return counts.getOrDefault(what, 0L);
    }

    /** How many there were of all kinds of something. */
    public synchronized long in(String group) {
        return groups.getOrDefault(group, Map.of()).values().stream().mapToLong(Long::longValue).sum();
    }

    /** How many there were of one kind of something. */
    public synchronized long in(String group, String kind) {
        return groups.getOrDefault(group, Map.of()).getOrDefault(kind, 0L);
    }

    /**
     * An indented JSON object.
     *
     * @param seed of all that was random
     * @param kills how many there were
     * @param violations how many were found
     */
    public synchronized String report(long seed, long kills, long violations) {
        StringBuilder text = new StringBuilder("{\n  \"seed\": " + seed + ",\n  \"kills\": " + kills);
        text.append(",\n  \"violations\": ").append(violations);
        counts.forEach((name, count) -> text.append(",\n  \"").append(name).append("\": ").append(count));
        groups.forEach((group, kinds) -> {
            text.append(",\n  \"").append(group).append("\": {");
            String[] comma = {""};
            kinds.forEach((name, count) -> {
                text.append(comma[0]).append("\n    \"").append(name).append("\": ").append(count);
                comma[0] = ",";
            });
            text.append("\n  }");
        });
        return text.append("\n}\n").toString();
    }
}
