// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.answer;

import dev.counterfoil.journal.canonical.JsonTree;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The tables of the experiment, made of its artifact: for the README, and aligned for a terminal. Pure; thread-safe. */
public final class ExperimentTables {
    private ExperimentTables() {}

    /**
     * The scenarios: calls, ticks, how each ended, what is known of the effect.
     *
     * @param artifact the artifact
     * @return the rows, the head first
     */
    public static List<List<String>> scenarios(JsonTree artifact) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("Scenario", "Calls", "Ticks", "Ended", "Business state"));
        for (JsonTree scenario : ((JsonTree.Elements) member(artifact, "scenarios")).elements()) {
            rows.add(List.of(text(scenario, "about"), text(scenario, "dispatches"), ticks(scenario),
                    text(scenario, "status") + ", " + text(scenario, "reason"), text(scenario, "business_state")));
        }
        return rows;
    }

    private static String ticks(JsonTree scenario) {
        String waited = text(scenario, "backoff_ticks");
        return text(scenario, "elapsed_ticks") + (waited.equals("0") ? "" : ", " + waited + " of them waiting");
    }

    /**
     * What the receiver's file holds after the commit, the kill, and what was tried then.
     *
     * @param artifact the artifact
     * @return the rows, the head first
     */
    public static List<List<String>> persistence(JsonTree artifact) {
        JsonTree found = member(artifact, "persistence");
        return List.of(
                List.of("What was done", "Effects", "What was said"),
                List.of("committed, then killed before the reply", effects(found, "after_kill"), "nothing; the caller knows nothing"),
                List.of("the rule is asked for a blind replay", effects(found, "after_kill"),
                        text(member(found, "blind_replay"), "may_retry").equals("false") ? "not permitted" : "permitted"),
                List.of("sent again without a key, past the rule", effects(found, "unsafe_direct_replay"), "done again"),
                List.of("declared, killed, sent again under the same key", effects(found, "same_key_replay"),
                        text(member(found, "same_key_replay"), "answer")),
                List.of("another payload under that key", effects(found, "changed_payload"),
                        text(member(found, "changed_payload"), "answer")),
                List.of("the payload under a new key", effects(found, "rotated_key"), text(member(found, "rotated_key"), "answer")));
    }

    private static String effects(JsonTree found, String row) {
        return text(member(found, row), "effects");
    }

    /**
     * Rows as a table of a page.
     *
     * @param rows the head first
     * @return its lines, with the last end of line
     */
    public static String markdown(List<List<String>> rows) {
        StringBuilder table = new StringBuilder();
        for (int i = 0; i < rows.size(); i++) {
            table.append("| ").append(String.join(" | ", rows.get(i))).append(" |\n");
            table.append(i == 0 ? "|---".repeat(rows.get(0).size()) + "|\n" : "");
        }
        return table.toString();
    }

    /**
     * Rows under each other.
     *
     * @param rows the head first
     * @return its lines, without the last end of line
     */
    public static String aligned(List<List<String>> rows) {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        rows.forEach(row -> {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        });
        return rows.stream().map(row -> {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < columns; i++) {
                line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
            }
            return line.toString().stripTrailing();
        }).collect(Collectors.joining("\n"));
    }

    private static JsonTree member(JsonTree object, String name) {
        return ((JsonTree.Members) object).member(name).orElseThrow();
    }

    private static String text(JsonTree object, String name) {
        JsonTree value = member(object, name);
        return value instanceof JsonTree.Text text ? text.value() : TreeText.compact(value);
    }
}
