// SPDX-License-Identifier: Apache-2.0

package dev.counterfoil.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What is written twice in the POMs agrees, and nothing leaks out of the bill of materials. */
final class PomTest {
    private static final SourceTree TREE = SourceTree.current();
    private static final String PARENT = TREE.files().get("pom.xml");
    private static final String BOM = TREE.files().get("extensions/bom/pom.xml");
    private static final Set<String> NOT_PUBLISHED = Set.of("bench", "examples", "extensions/bom");

    @Test
    void every_pom_has_the_version_of_the_parent() {
        String version = first("<artifactId>counterfoil-parent</artifactId>\\s*<version>([^<]+)</version>", PARENT);
        for (String module : modules()) {
            String pom = TREE.files().get(module + "/pom.xml");
            assertEquals(version, first("<artifactId>counterfoil-(?:parent|bom)</artifactId>\\s*<version>([^<]+)</version>", pom), module);
        }
    }

    @Test
    void the_bill_of_materials_lists_every_published_module_and_nothing_else() {
        Set<String> published = modules().stream().filter(module -> !NOT_PUBLISHED.contains(module))
                .map(module -> first("<artifactId>(counterfoil-(?!parent)[^<]+)</artifactId>", TREE.files().get(module + "/pom.xml")))
                .collect(Collectors.toCollection(TreeSet::new));
        String listed = first("(?s)<dependencyManagement>(.*)</dependencyManagement>", BOM);
        assertEquals(published, new TreeSet<>(all("<artifactId>([^<]+)</artifactId>", listed)));
        assertEquals(Set.of("${project.version}"), Set.copyOf(all("<version>([^<]+)</version>", listed)));
    }

    @Test
    void the_bill_of_materials_has_no_parent() {
        assertFalse(BOM.contains("<parent>"));
    }

    @Test
    void the_bill_of_materials_cleans_with_the_version_of_the_parent() {
        assertEquals(first("<clean-plugin.version>([^<]+)<", PARENT),
                first("<artifactId>maven-clean-plugin</artifactId>\\s*<version>([^<]+)</version>", BOM));
    }

    @Test
    void a_module_writes_no_version_of_a_dependency_or_plugin_itself() {
        for (String module : modules()) {
            if (!module.equals("extensions/bom")) {
                assertEquals(1, all("<version>([^<]+)</version>", TREE.files().get(module + "/pom.xml")).size(), module);
            }
        }
    }

    @Test
    void every_plugin_that_is_named_has_a_pinned_version() {
        String managed = first("(?s)<pluginManagement>(.*?)</pluginManagement>", PARENT);
        Set<String> pinned = Set.copyOf(all("<artifactId>(maven-[^<]+-plugin)</artifactId>\\s*<version>", managed));
        assertTrue(pinned.size() >= 10, pinned.toString());
        for (String module : modules()) {
            List<String> named = all("<artifactId>(maven-[^<]+-plugin)</artifactId>", TREE.files().get(module + "/pom.xml"));
            assertTrue(pinned.containsAll(named), module);
        }
        assertTrue(pinned.containsAll(all("<artifactId>(maven-[^<]+-plugin)</artifactId>", PARENT)));
    }

    private static List<String> modules() {
        List<String> modules = all("<module>([^<]+)</module>", PARENT);
        assertTrue(modules.size() >= 7, modules.toString());
        return modules;
    }

    private static String first(String pattern, String text) {
        List<String> found = all(pattern, text);
        assertFalse(found.isEmpty(), () -> "nothing matches " + pattern);
        return found.get(0);
    }

    private static List<String> all(String pattern, String text) {
        return Pattern.compile(pattern).matcher(text).results().map((MatchResult each) -> each.group(1)).toList();
    }
}
