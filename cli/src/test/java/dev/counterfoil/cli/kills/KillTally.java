// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Counts kills and endings. Thread-safe. */
final class KillTally {
    private final Map<String, Long> kills = new TreeMap<>();
    private final Set<KillKind> kinds = EnumSet.noneOf(KillKind.class);
    private final Map<String, Long> counts = new TreeMap<>();

    synchronized void run() {
        counts.merge("runs", 1L, Long::sum);
    }

    synchronized void kill(KillCase.Kill kill) {
        kinds.add(kill.kind());
        kills.merge((kill.kind() + "_" + kill.reach()).toLowerCase(Locale.ROOT), 1L, Long::sum);
    }

    /** The process ended before its kill. */
    synchronized void missed() {
        counts.merge("ended_before_the_kill", 1L, Long::sum);
    }

    synchronized void count(Observation seen) {
        counts.merge("cases", 1L, Long::sum);
        counts.merge("invocations", (long) seen.of().plans().size(), Long::sum);
        counts.merge("attempts_begun", (long) seen.begun().size(), Long::sum);
        counts.merge("effects", (long) seen.effects().size(), Long::sum);
        seen.last().results().forEach(result -> counts.merge(result.text("status").orElseThrow(), 1L, Long::sum));
    }

    synchronized long kills() {
        return kills.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Whether a kill of each kind came. */
    synchronized boolean isComplete() {
        return kinds.containsAll(KillKind.used());
    }

    synchronized long of(String what) {
        return counts.getOrDefault(what, 0L);
    }

    /** An indented JSON object. */
    synchronized String report(long seed, long violations) {
        StringBuilder text = new StringBuilder("{\n  \"seed\": " + seed + ",\n  \"kills\": " + kills());
        text.append(",\n  \"violations\": ").append(violations);
        counts.forEach((name, count) -> text.append(",\n  \"").append(name).append("\": ").append(count));
        text.append(",\n  \"kills_by_kind\": {");
        String[] comma = {""};
        kills.forEach((name, count) -> {
            text.append(comma[0]).append("\n    \"").append(name).append("\": ").append(count);
            comma[0] = ",";
        });
        return text.append("\n  }\n}\n").toString();
    }
}
