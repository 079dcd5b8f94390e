// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.damage;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What was tried, and what it turned out to be. Confined. */
final class Tally {
    private final Map<String, Map<String, Integer>> kinds = new TreeMap<>();
    private final List<String> violations = new ArrayList<>();
    private int tried;

    void count(Attacks.Attack attack, Oracle.Finding finding) {
        tried++;
        kinds.computeIfAbsent(attack.kind(), kind -> new TreeMap<>()).merge(finding.word(), 1, Integer::sum);
        finding.violations().forEach(violation -> violations.add(attack + ": " + violation));
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", " ") + '"';
    }

    List<String> violations() {
        return List.copyOf(violations);
    }

    int tried() {
        return tried;
    }

    int of(String word) {
        return kinds.values().stream().mapToInt(words -> words.getOrDefault(word, 0)).sum();
    }

    /** JSON, a line for each kind. */
    String report(long seed, int every, int fileBytes) {
        StringBuilder report = new StringBuilder("{\"seed\":" + seed + ",\"every\":" + every + ",\"file_bytes\":" + fileBytes
                + ",\"tried\":" + tried + ",\"violations\":" + violations.size() + ",\n \"kinds\":{");
        String comma = "\n";
        for (Map.Entry<String, Map<String, Integer>> kind : kinds.entrySet()) {
            report.append(comma).append("  \"").append(kind.getKey()).append("\":{");
            String between = "";
            for (Map.Entry<String, Integer> word : kind.getValue().entrySet()) {
                report.append(between).append('"').append(word.getKey()).append("\":").append(word.getValue());
                between = ",";
            }
            report.append('}');
            comma = ",\n";
        }
        report.append("},\n \"found\":[");
        for (int i = 0; i < violations.size(); i++) {
            report.append(i == 0 ? "\n  " : ",\n  ").append(quoted(violations.get(i)));
        }
        return report.append("]}\n").toString();
    }
}
