// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.fuzz;

import dev.counterfoil.cli.output.JsonLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What came of the inputs of one surface. Confined. */
final class Tally {
    private final String surface;
    private final Map<String, Long> endings = new TreeMap<>();
    private final List<String> findings = new ArrayList<>();
    private long inputs;
    private long slowestMillis;

    Tally(String surface) {
        this.surface = surface;
    }

    void ended(String ending, long millis) {
        inputs++;
        endings.merge(ending, 1L, Long::sum);
        slowestMillis = Math.max(slowestMillis, millis);
    }

    void found(String finding) {
        inputs++;
        findings.add(surface + ": " + finding);
    }

    List<String> findings() {
        return findings;
    }

    long inputs() {
        return inputs;
    }

    long accepted() {
        return endings.getOrDefault("accepted", 0L);
    }

    boolean sawRefusals() {
        return endings.keySet().stream().anyMatch(ending -> !ending.equals("accepted"));
    }

    JsonLine json() {
        JsonLine refused = new JsonLine();
        endings.forEach((ending, count) -> {
            if (!ending.equals("accepted")) {
                refused.put(ending, count);
            }
        });
        JsonLine line = new JsonLine().put("surface", surface).put("inputs", inputs).put("accepted", accepted()).put("refused", refused)
                .put("findings", findings.size()).put("slowest_cpu_millis", slowestMillis);
        for (int i = 0; i < findings.size(); i++) {
            line.put("finding_" + i, findings.get(i));
        }
        return line;
    }
}
