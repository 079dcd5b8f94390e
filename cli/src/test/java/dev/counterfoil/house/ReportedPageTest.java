// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The page of reported faults: every row once, every test that it names there. */
final class ReportedPageTest {
    private static final String PAGE = "docs/REPORTED.md";
    private static final int ROWS = 58;
    private static final Pattern ROW = Pattern.compile("\\| (A\\d+) \\| K\\d+: [^|]+ \\| [^|]+#\\d[^|]* \\| ([^|]+) \\| ([^|]+) \\|");
    private static final Pattern TEST = Pattern.compile("`(\\w+Test)#(\\w+)`");
    private static final String ABSENT = "not in this version";

    private final SourceTree tree = SourceTree.current();

    private List<String> rows() {
        return tree.files().get(PAGE).lines().filter(line -> line.startsWith("| A")).toList();
    }

    /** What is wrong with the page; nothing where it is true. */
    private static List<String> faults(SourceTree tree, List<String> rows) {
        List<String> faults = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (String line : rows) {
            Matcher row = ROW.matcher(line);
            if (!row.matches()) {
                faults.add("is no row: " + line);
                continue;
            }
            names.add(row.group(1));
            boolean absent = row.group(3).equals(ABSENT);
            if (absent != row.group(2).startsWith("Not in this version: ")) {
                faults.add(row.group(1) + " says in one place only that it is not in this version");
            }
            if (!absent && !TEST.matcher(row.group(3)).find()) {
                faults.add(row.group(1) + " names no test");
            }
            TEST.matcher(line).results().filter(test -> !isThere(tree, test.group(1), test.group(2)))
                    .forEach(test -> faults.add(row.group(1) + " names " + test.group() + ", which is not there once"));
        }
        List<String> expected = IntStream.rangeClosed(1, ROWS).mapToObj(number -> "A" + number).toList();
        if (!expected.equals(names)) {
            faults.add("the rows are " + names);
        }
        return faults;
    }

    /** Whether one test class of that name is in the tree, and the method in it: those that help a test are private. */
    private static boolean isThere(SourceTree tree, String type, String method) {
        List<String> found = tree.files().entrySet().stream()
                .filter(file -> file.getKey().contains("/src/test/java/") && file.getKey().endsWith("/" + type + ".java"))
                .map(Map.Entry::getValue).toList();
        return found.size() == 1 && found.get(0).contains("\n    void " + method + "(");
    }

    @Test
    void every_reported_fault_stands_on_its_page_once_with_tests_that_are_there() {
        assertEquals(List.of(), faults(tree, rows()));
    }

    @Test
    void a_row_that_is_lost_told_twice_or_names_a_test_that_is_not_there_is_found() {
        List<String> rows = rows();
        List<String> lost = rows.subList(1, rows.size());
        List<String> twice = new ArrayList<>(rows);
        twice.add(rows.get(0));
        List<String> renamed = rows.stream().map(row -> row.replace("#A24_", "#A24_no_such_")).toList();
        List<String> unnamed = rows.stream().map(row -> row.replaceFirst("`InterruptTest#\\w+`", "somewhere")).toList();
        for (List<String> wrong : List.of(lost, twice, renamed, unnamed)) {
            assertTrue(faults(tree, wrong).size() == 1, () -> faults(tree, wrong).toString());
        }
    }
}
