// SPDX-License-Identifier: Apache-2.0

package dev.counterfoil.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Who may import whom, as the table in {@code docs/ARCHITECTURE.md} says. Immutable.
 *
 * <p>The table is the one whose header has a column "may import". A row begins with its package, without the root; in that column every
 * name in code quotes is a package it may import. {@code `journal.*`} stands for all packages of a module, its roof included.
 */
record ImportTable(SortedMap<String, Set<String>> rows) {
    static final String PAGE = "docs/ARCHITECTURE.md";
    private static final Pattern NAME = Pattern.compile("`([\\w.*]+)`");

    static ImportTable read(String page) {
        SortedMap<String, Set<String>> rows = new TreeMap<>();
        int column = -1;
        for (String line : page.lines().toList()) {
            if (!line.startsWith("|")) {
                column = -1;
                continue;
            }
            List<String> cells = List.of(line.substring(1).split("\\|", -1));
            if (column < 0) {
                column = columnOf(cells);
            } else if (column > 0 && !names(cells.get(0)).isEmpty()) {
                rows.put(names(cells.get(0)).get(0), new TreeSet<>(names(cells.get(column))));
            }
        }
        return new ImportTable(rows);
    }

    private static int columnOf(List<String> header) {
        for (int i = 0; i < header.size(); i++) {
            if (header.get(i).strip().equalsIgnoreCase("may import")) {
                return i;
            }
        }
        return 0;
    }

    private static List<String> names(String cell) {
        return NAME.matcher(cell).results().map((MatchResult each) -> each.group(1)).toList();
    }

    boolean allows(String importer, String imported) {
        Set<String> allowed = rows.getOrDefault(importer, Set.of());
        String module = imported.replaceAll("\\..*", "");
        return importer.equals(imported) || allowed.contains(imported) || allowed.contains(module + ".*");
    }

    /** Every import between packages of a root is in the table, and every package is in it. */
    ArchRule under(String root) {
        return classes().that().resideInAPackage(root + "..").should(new ArchCondition<>("keep the import table of " + PAGE) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                String importer = type.getPackageName().substring(root.length() + 1);
                if (!rows.containsKey(importer)) {
                    events.add(SimpleConditionEvent.violated(type, type.getName() + " lives in a package without a row: " + importer));
                }
                Map<String, String> wrong = new TreeMap<>();
                type.getDirectDependenciesFromSelf().stream()
                        .filter(each -> each.getTargetClass().getPackageName().startsWith(root + "."))
                        .filter(each -> !allows(importer, each.getTargetClass().getPackageName().substring(root.length() + 1)))
                        .forEach(each -> wrong.put(each.getTargetClass().getPackageName(), each.getDescription()));
                wrong.values().forEach(example -> events.add(SimpleConditionEvent.violated(type, example)));
            }
        });
    }
}
