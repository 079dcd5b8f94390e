// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.house;

import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.journal.canonical.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What the full runs of the attacks counted, as the table that stands in the page of faults. Pure. */
final class ReportsTable {
    static final String PAGE = "docs/FAULTS.md";
    static final String HEADING = "## Reports\n";

    private static final List<Report> REPORTS = List.of(
            new Report("damage", "damage", counts(
                    "file_bytes", "bytes of a small journal, of which every", "every",
                    "-th was changed and cut at, and its rows and payloads:", "tried", "tries,", "violations", "violations")),
            new Report("faults", "faults", counts("faults", "errors, short writes and kills at one in", "every",
                    "of the calls by which a command reaches the disk,", "violations", "violations")),
            new Report("faults-processes", "faults", counts("faults", "faults of processes and machines in", "commands", "commands,",
                    "violations", "violations")),
            new Report("faults-receiver", "faults", counts("faults", "forces that failed under a receiver that serves,", "violations",
                    "violations")),
            new Report("receiver-load", "receiver-load", counts("deliveries", "deliveries to one receiver's file by", "processes",
                    "processes,", "kills", "kills of them,", "distinct_keys", "different keys,", "effects", "effects")),
            new Report("crashstates", "crashstates", counts("crash_points", "crash points in recordings of the real command,", "states",
                    "states that a power cut there could leave,", "violations", "violations")),
            new Report("kills", "kills", counts("kills", "kills of the real command in", "runs", "runs,", "attempts_begun",
                    "attempts begun,", "violations", "violations")),
            new Report("kills-http", "kills-http", counts("kills", "processes killed, command or receiver, at", "moments",
                    "moments of calls over HTTP,", "invocations", "invocations,", "deliveries", "deliveries,", "effects", "effects,",
                    "violations", "violations")),
            new Report("crash-sweep", "sweep", counts("scenarios", "stories on simulated time,", "crash_points", "crash points,", "pairs",
                    "pairs of them,", "recoveries", "recoveries,", "checks", "checks of the promises,", "findings", "findings")),
            new Report("fuzz", "fuzz", counts("inputs", "broken inputs,", "findings", "findings")),
            new Report("planted-faults", "faults-planted", counts("faults", "wrong cores,", "caught", "found by name")));

    private ReportsTable() {}

    /** A number of a report and the words behind it. */
    private record Count(String member, String words) {}

    private record Report(String name, String target, List<Count> counts) {
        String file() {
            return "docs/reports/" + name + ".json";
        }

        String row(String text) {
            JsonTree.Members members = (JsonTree.Members) StrictJson.read(text.getBytes(StandardCharsets.UTF_8), Integer.MAX_VALUE);
            String counted = counts.stream().map(count -> number(members, count.member()) + " " + count.words())
                    .collect(Collectors.joining(" ")).replace("every 1 -th", "each").replace(" -th", "th");
            return "| [" + name + "](reports/" + name + ".json) | `make " + target + "` | " + counted + " |\n";
        }

        private String number(JsonTree.Members members, String name) {
            JsonTree value = members.member(name).orElseThrow(() -> new IllegalArgumentException(file() + " has no " + name));
            long number = value instanceof JsonTree.Elements list ? list.elements().size()
                    : ((JsonTree.Numeral) value).whole().orElseThrow();
            return String.format(Locale.ROOT, "%,d", number);
        }
    }

    private static List<Count> counts(String... pairs) {
        List<Count> counts = new ArrayList<>();
        for (int i = 0; i < pairs.length; i += 2) {
            counts.add(new Count(pairs[i], pairs[i + 1]));
        }
        return counts;
    }

    /** The section, from its heading to the end of the page. */
    static String of(Map<String, String> files) {
        StringBuilder section = new StringBuilder(HEADING).append("\n")
                .append("What the full runs counted, each on the tree of its day; every build runs a sample of each. This table is ")
                .append("made of\nthe files (`make reports-table`). Mutants of the core have [a page of their own](reports/mutation.md).")
                .append("\n\n")
                .append("| Report | Made by | Counted |\n|---|---|---|\n");
        for (Report report : REPORTS) {
            if (!files.containsKey(report.file())) {
                throw new IllegalArgumentException("no " + report.file() + "; make it: make " + report.target());
            }
            section.append(report.row(files.get(report.file())));
        }
        return section.toString();
    }
}
