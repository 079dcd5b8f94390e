// SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Judges what PIT measured: {@code java MutationReport.java write|check DIRECTORY PACKAGE=LEAST=XML...}. Each survivor needs a line in
 * DIRECTORY/mutation-survivors.txt that says why it is one ("key: because"), each such line its survivor, and each package its score.
 * Writes DIRECTORY/mutation.json and mutation.md, or only checks. Ends with 1 where something is missing.
 */
final class MutationReport {
    private static final String EXPLANATIONS = "mutation-survivors.txt";

    /** One mutant that no test found. */
    private record Survivor(String key, String status, int line, String what) {}

    /** One package. */
    private record Measured(String name, int least, int mutants, int killed, int uncovered, List<Survivor> survivors) {
        int survived() {
            return mutants - killed - uncovered;
        }

        /** Tenths of a percent, rounded down. */
        int score() {
            return mutants == 0 ? 0 : (int) (1_000L * killed / mutants);
        }
    }

    private MutationReport() {}

    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[1]);
        List<Measured> all = new ArrayList<>();
        for (int i = 2; i < arguments.length; i++) {
            String[] parts = arguments[i].split("=", 3);
            all.add(measured(parts[0], Integer.parseInt(parts[1]), Path.of(parts[2])));
        }
        Map<String, String> because = explanations(directory.resolve(EXPLANATIONS));
        if (arguments[0].equals("write")) {
            Files.writeString(directory.resolve("mutation.json"), json(all));
            Files.writeString(directory.resolve("mutation.md"), page(all, because));
        }
        List<String> wrong = judge(all, because);
        all.forEach(each -> System.out.printf(Locale.ROOT, "%s: %d mutants, %d killed, %d survived, %d without coverage, %s %%%n",
                each.name(), each.mutants(), each.killed(), each.survived(), each.uncovered(), percent(each)));
        wrong.forEach(System.err::println);
        System.exit(wrong.isEmpty() ? 0 : 1);
    }

    private static Measured measured(String name, int least, Path xml) throws Exception {
        NodeList mutants = DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().parse(xml.toFile())
                .getElementsByTagName("mutation");
        int killed = 0;
        int uncovered = 0;
        List<Survivor> survivors = new ArrayList<>();
        for (int i = 0; i < mutants.getLength(); i++) {
            Element mutant = (Element) mutants.item(i);
            String status = mutant.getAttribute("status");
            if (mutant.getAttribute("detected").equals("true")) {
                killed++;
                continue;
            }
            uncovered += status.equals("NO_COVERAGE") ? 1 : 0;
            survivors.add(survivor(mutant, status));
        }
        return new Measured(name, least, mutants.getLength(), killed, uncovered, List.copyOf(survivors));
    }

    /** The key names class, method, mutator and place in the byte code: no line, so that comments may grow. */
    private static Survivor survivor(Element mutant, String status) {
        String type = text(mutant, "mutatedClass").replace("dev.counterfoil.", "");
        String mutator = text(mutant, "mutator").replaceAll(".*\\.", "").replace("Mutator", "");
        String key = type + "." + text(mutant, "mutatedMethod") + " " + mutator + " " + text(mutant, "index");
        return new Survivor(key, status, Integer.parseInt(text(mutant, "lineNumber")), text(mutant, "description"));
    }

    private static String text(Element mutant, String member) {
        return mutant.getElementsByTagName(member).item(0).getTextContent().strip();
    }

    private static Map<String, String> explanations(Path file) throws IOException {
        Map<String, String> because = new LinkedHashMap<>();
        for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            int colon = line.indexOf(": ");
            if (colon < 0 || because.put(line.substring(0, colon), line.substring(colon + 2)) != null) {
                throw new IllegalArgumentException("not \"key: because\", or twice: " + line);
            }
        }
        return because;
    }

    private static List<String> judge(List<Measured> all, Map<String, String> because) {
        List<String> wrong = new ArrayList<>();
        Map<String, String> unused = new TreeMap<>(because);
        for (Measured each : all) {
            if (each.mutants() == 0 || each.score() < 10 * each.least()) {
                wrong.add(each.name() + ": " + percent(each) + " % killed, at least " + each.least() + " are asked for");
            }
            for (Survivor survivor : each.survivors()) {
                if (unused.remove(survivor.key()) == null) {
                    wrong.add("unexplained: " + survivor.key() + ": line " + survivor.line() + ", " + survivor.what());
                }
            }
            unused.keySet().stream()
                    .filter(key -> key.startsWith(each.name() + "."))
                    .forEach(key -> wrong.add("explained and killed: " + key));
        }
        return wrong;
    }

    private static String percent(Measured each) {
        return each.score() / 10 + "." + each.score() % 10;
    }

    private static String json(List<Measured> all) {
        List<String> lines = new ArrayList<>();
        for (Measured each : all) {
            lines.add(String.format(
                    Locale.ROOT,
                    "  {\"package\":\"%s\",\"mutants\":%d,\"killed\":%d,\"survived\":%d,\"no_coverage\":%d,\"score_tenths_of_percent\":%d}",
                    each.name(), each.mutants(), each.killed(), each.survived(), each.uncovered(), each.score()));
        }
        return "[\n" + String.join(",\n", lines) + "\n]\n";
    }

    private static String page(List<Measured> all, Map<String, String> because) {
        StringBuilder page = new StringBuilder("""
                # Mutation testing

                PIT changes one instruction of the core at a time and runs the package's unit tests; a change that no test notices survives.
                `make mutation` measures again and writes this page; it fails where a survivor is not explained in
                [mutation-survivors.txt](mutation-survivors.txt), or a package falls below its share.

                | Package | Mutants | Killed | Survived | Not covered | Score | At least |
                |---|---|---|---|---|---|---|
                """);
        for (Measured each : all) {
            page.append(String.format(Locale.ROOT, "| `%s` | %d | %d | %d | %d | %s %% | %d %% |%n", each.name(), each.mutants(),
                    each.killed(), each.survived(), each.uncovered(), percent(each), each.least()));
        }
        for (Measured each : all) {
            if (!each.survivors().isEmpty()) {
                page.append("\n## Survivors in `").append(each.name()).append("`\n\n");
            }
            for (Survivor survivor : each.survivors()) {
                page.append("- `").append(survivor.key()).append("`, ").append(survivor.what()).append(": ")
                        .append(because.getOrDefault(survivor.key(), "**not explained**")).append('\n');
            }
        }
        return page.toString();
    }
}
