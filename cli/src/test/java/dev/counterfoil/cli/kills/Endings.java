// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where the records of one invocation leave it, read off its dump lines. Immutable.
 *
 * @param status settled, stopped, or uncertain where there is no closing
 * @param isDoubtOpen whether its last attempt has neither a certain outcome nor a verdict
 * @param lastOrdinal of its attempts; -1 where there is none
 * @param sentOverDoubt the first attempt that was made while the one before was in doubt
 */
public record Endings(String status, boolean isDoubtOpen, long lastOrdinal, Optional<Long> sentOverDoubt) {
    /** Reads them. */
    public static Endings of(List<Line> records) {
        Map<Long, String> classes = new HashMap<>();
        Set<Long> cleared = new HashSet<>();
        Optional<Long> sentOverDoubt = Optional.empty();
        String status = "uncertain";
        long last = -1;
        for (Line line : records) {
            String kind = line.text("record").orElseThrow();
            switch (kind) {
                case "intent" -> {
                    if (last >= 0 && sentOverDoubt.isEmpty() && isDoubt(last, classes, cleared)) {
                        sentOverDoubt = Optional.of(line.number("ordinal"));
                    }
                    last = line.number("ordinal");
                }
                case "outcome" -> classes.put(line.number("ordinal"), line.text("class").orElseThrow());
                case "verdict" -> cleared.add(line.number("ordinal"));
                case "closing" -> status = line.text("status").orElseThrow();
                default -> { }
            }
        }
        return new Endings(status, last >= 0 && isDoubt(last, classes, cleared), last, sentOverDoubt);
    }

    private static boolean isDoubt(long ordinal, Map<Long, String> classes, Set<Long> cleared) {
        return classes.getOrDefault(ordinal, "uncertain").equals("uncertain") && !cleared.contains(ordinal);
    }
}
