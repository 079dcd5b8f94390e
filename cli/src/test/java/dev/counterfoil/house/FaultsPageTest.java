// SPDX-License-Identifier: Apache-2.0

package dev.counterfoil.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** docs/FAULTS.md has every row, and what it names is there; every fault that is done stands on it. */
@Tag("once")
class FaultsPageTest {
    private static final String PAGE = "docs/FAULTS.md";
    private static final String FAULTS = "recovery-fixtures/tools/faults/rows.py";
    private static final Pattern ROW = Pattern.compile("(?m)^\\| ([0-9, ]+) \\|.*\\|([^|]*)\\|$");
    private static final Pattern TEST = Pattern.compile("`(\\w+)#(\\w+)`");
    private static final Pattern FAULT = Pattern.compile("`faults: (\\w+)`");
    private static final Pattern TARGET = Pattern.compile("`make ([a-z]+)`");
    private static final Pattern DONE = Pattern.compile("@fault\\((\\d+)\\)\ndef (\\w+)\\(");

    private final Map<String, String> tree = SourceTree.current().files();
    private final String page = tree.get(PAGE);

    @Test
    void every_row_from_1_to_40_stands_there_with_a_name_or_a_reason() {
        Set<Integer> rows = new HashSet<>();
        for (Matcher row = ROW.matcher(page); row.find();) {
            for (String number : row.group(1).split(", ")) {
                rows.add(Integer.parseInt(number.strip()));
            }
            String shown = row.group(2);
            boolean named = Stream.of(TEST, FAULT, TARGET).anyMatch(name -> name.matcher(shown).find());
            assertTrue(named || shown.contains("not injected"), row.group());
        }
        assertEquals(IntStream.rangeClosed(1, 40).boxed().toList(), rows.stream().sorted().toList());
    }

    @Test
    void what_it_names_is_there() {
        List<String> missing = new ArrayList<>();
        for (Matcher test = TEST.matcher(page); test.find();) {
            String file = "/" + test.group(1) + ".java";
            Pattern method = Pattern.compile("void " + test.group(2) + "\\(");
            boolean there = tree.entrySet().stream()
                    .anyMatch(each -> each.getKey().endsWith(file) && method.matcher(each.getValue()).find());
            if (!there) {
                missing.add(test.group());
            }
        }
        for (Matcher target = TARGET.matcher(page); target.find();) {
            if (!Pattern.compile("(?m)^" + target.group(1) + ":").matcher(tree.get("Makefile")).find()) {
                missing.add(target.group());
            }
        }
        assertEquals(List.of(), missing);
    }

    @Test
    void the_faults_that_are_done_are_those_on_the_page() {
        Set<String> named = new HashSet<>();
        FAULT.matcher(page).results().forEach(fault -> named.add(fault.group(1)));
        Set<String> done = new HashSet<>();
        DONE.matcher(tree.get(FAULTS)).results().forEach(fault -> done.add(fault.group(2)));
        assertTrue(done.size() > 30, "faults found: " + done.size());
        assertEquals(done, named);
    }
}
