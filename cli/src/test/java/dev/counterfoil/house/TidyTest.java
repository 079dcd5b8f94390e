// SPDX-License-Identifier: Apache-2.0

package dev.counterfoil.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The house rules that can be read off the text, each kept by the tree and each seen to fail. */
@Tag("once")
final class TidyTest {
    private static final SourceTree TREE = SourceTree.current();

    static List<TidyRule> rules() {
        return TidyRules.all();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void the_tree_keeps(TidyRule rule) {
        assertTrue(rule.scanned(TREE) > 0, "the rule read nothing");
        List<String> complaints = rule.complaints(TREE);
        assertTrue(complaints.isEmpty(), () -> rule + ", but:\n" + String.join("\n", complaints));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void a_planted_fault_is_found_by(TidyRule rule) {
        assertEquals(1, rule.complaints(SourceTree.of(rule.bad())).size(), () -> rule.complaints(SourceTree.of(rule.bad())).toString());
    }

    @ParameterizedTest
    @MethodSource("rules")
    void a_clean_plant_is_let_pass_by(TidyRule rule) {
        SourceTree good = SourceTree.of(rule.good());
        assertTrue(rule.scanned(good) > 0);
        assertEquals(List.of(), rule.complaints(good));
    }

    @Test
    void every_module_is_read() {
        for (String module : List.of("journal", "scheduler", "receiver", "recovery-fixtures", "cli", "examples", "bench")) {
            String sources = module + "/src/main/java/";
            assertTrue(TREE.files().keySet().stream().anyMatch(path -> path.startsWith(sources)), sources);
        }
    }

    @Test
    void methods_are_told_from_other_braces() {
        String source = """
                record A(int b) {
                    A {
                        if (b < 0) {
                            throw new X("a) {");
                        }
                    }
                    @Y(z = {1, 2}) <T extends C<T>> Map<T, int[]> two(int a, @Z(1) int b) throws D, E.F {
                        for (int i = 0; i < 1; i++) {
                            run(() -> {
                                /* } */
                            });
                        }
                        var c = switch (a) { case 1 -> { yield new Q() { void three() { } }; } default -> 'x'; };
                    }
                }
                """;
        List<JavaText.Method> expected = List.of(new JavaText.Method("A", 2, 5), new JavaText.Method("three", 13, 1),
                new JavaText.Method("two", 7, 8));
        assertEquals(expected, JavaText.of(source).methods());
    }
}
