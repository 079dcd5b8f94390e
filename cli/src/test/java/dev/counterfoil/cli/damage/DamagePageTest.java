// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.counterfoil.journal.record.DamageReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page that explains the reasons of damage has each of them, and no other. */
final class DamagePageTest {
    private static final Pattern ROW = Pattern.compile("^\\| ((?:`[a-z_]+`(?:, )?)+) \\| ");

    @Test
    void the_table_of_reasons_has_every_reason_and_no_other() throws IOException {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("docs/INSPECTING.md"))) {
            folder = folder.getParent();
        }
        String page = Files.readString(folder.resolve("docs/INSPECTING.md"));
        String table = page.substring(page.indexOf("| Reason | What it means |"), page.indexOf("### What damage looks like"));
        TreeSet<String> told = new TreeSet<>();
        table.lines().map(ROW::matcher).filter(Matcher::find)
                .forEach(row -> Stream.of(row.group(1).split(", ")).forEach(word -> told.add(word.replace("`", ""))));
        assertEquals(Stream.of(DamageReason.values()).map(DamageReason::code).collect(Collectors.toCollection(TreeSet::new)), told);
    }
}
