// SPDX-License-Identifier: Apache-2.0

package dev.counterfoil.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.counterfoil.model.PriceTable;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The house rules that can be read off compiled classes, each kept by the product and each seen to fail. */
@Tag("once")
final class ArchitectureTest {
    private static final JavaClasses PRODUCT =
            new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests()).importPackages(HouseRule.PRODUCT);
    private static final JavaClasses PLANTED = new ClassFileImporter().importPackages(HouseRule.PLANTED);

    /** A type of each extension that the command does without: it is on the class path here to be scanned. */
    private static final List<Class<?>> APART = List.of(PriceTable.class);

    private static final ImportTable TABLE = ImportTable.read(SourceTree.current().files().getOrDefault(ImportTable.PAGE, ""));

    static List<HouseRule> rules() {
        return ArchitectureRules.all(TABLE);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void the_product_keeps(HouseRule rule) {
        rule.under().apply(HouseRule.PRODUCT).allowEmptyShould(false).check(PRODUCT);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void planted_faults_are_found_by(HouseRule rule) {
        String report = rule.under().apply(HouseRule.PLANTED).evaluate(PLANTED).getFailureReport().toString();
        Set<String> found = PLANTED.stream().filter(type -> report.matches("(?s).*\\b" + type.getName() + "\\b.*"))
                .map(JavaClass::getSimpleName).collect(Collectors.toCollection(TreeSet::new));
        assertEquals(new TreeSet<>(rule.broken()), found, report);
    }

    @Test
    void every_planted_class_is_the_fault_of_some_rule() {
        Set<String> used = ArchitectureRules.all(TABLE).stream().flatMap(rule -> rule.broken().stream()).collect(Collectors.toSet());
        Set<String> planted = PLANTED.stream().map(JavaClass::getSimpleName).collect(Collectors.toCollection(TreeSet::new));
        planted.removeAll(used);
        assertEquals(Set.of(), planted);
    }

    @Test
    void every_row_of_the_import_table_is_a_package_that_exists() {
        Set<String> packages = packagesOfTheTree("package-info.java");
        Set<String> gone = new TreeSet<>(TABLE.rows().keySet());
        gone.removeAll(packages);
        assertEquals(Set.of(), gone);
        assertTrue(TABLE.rows().size() >= 20, TABLE.rows().toString());
    }

    @Test
    void the_import_table_is_read_from_its_column_only() {
        ImportTable table = ImportTable.read("""
                | `other` | table |
                |---|---|
                | `x` | `y` |

                | Package | Holds | May import |
                |---|---|---|
                | `a` | `b` | nothing |
                | `a.b` | words | `a.c`, `d.*` |
                """);
        assertEquals(Set.of("a", "a.b"), table.rows().keySet());
        assertTrue(table.allows("a.b", "a.c") && table.allows("a.b", "d") && table.allows("a.b", "d.e") && table.allows("a", "a"));
        assertFalse(table.allows("a", "b") || table.allows("a.b", "a") || table.allows("x", "y"));
    }

    @Test
    void every_package_that_has_types_is_scanned() {
        Set<String> scanned = PRODUCT.stream().filter(type -> !type.getSimpleName().equals("package-info"))
                .map(type -> type.getPackageName().substring(HouseRule.PRODUCT.length() + 1))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> missed = packagesOfTheTree("(?!.*-info)[^/]+\\.java");
        assertTrue(missed.size() >= 20, missed.toString());
        missed.removeAll(scanned);
        assertEquals(Set.of(), missed);
    }

    @Test
    void an_extension_that_the_command_does_without_is_scanned_too() {
        assertTrue(APART.stream().allMatch(PRODUCT::contain));
    }

    /** Main packages, those apart that are not on the class path here, that hold a file whose name matches. */
    private static Set<String> packagesOfTheTree(String file) {
        Pattern main = Pattern.compile("(?!examples/|bench/)[\\w/-]+/src/main/java/dev/counterfoil/([\\w/]+)/" + file);
        return SourceTree.current().files().keySet().stream().map(main::matcher).filter(Matcher::matches)
                .map(found -> found.group(1).replace('/', '.')).collect(Collectors.toCollection(TreeSet::new));
    }
}
