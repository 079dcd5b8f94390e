// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The page of faults says of the full runs what their reports say. */
@Tag("once")
final class ReportsTableTest {
    /** Writes the table instead of comparing it: {@code make reports-table} does. */
    private static final boolean WRITES = Boolean.getBoolean("counterfoil.reports.write");

    private static final Map<String, String> FILES = SourceTree.current().files();

    @Test
    void the_table_of_reports_is_made_of_them() throws IOException {
        String page = FILES.get(ReportsTable.PAGE);
        int heading = page.indexOf(ReportsTable.HEADING);
        assertTrue(heading > 0, "the page ends with the reports");
        String made = page.substring(0, heading) + ReportsTable.of(FILES);
        if (WRITES) {
            Files.writeString(root().resolve(ReportsTable.PAGE), made, StandardCharsets.UTF_8);
            return;
        }
        assertEquals(made, page, "make it again: make reports-table");
    }

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve(ReportsTable.PAGE))) {
            folder = folder.getParent();
        }
        return folder;
    }

    @Test
    void another_count_or_a_missing_report_is_seen() {
        Map<String, String> other = new HashMap<>(FILES);
        other.compute("docs/reports/fuzz.json", (name, text) -> text.replaceFirst("\"findings\":0", "\"findings\":1"));
        assertTrue(ReportsTable.of(other).contains("broken inputs, 1 findings"), ReportsTable.of(other));
        other.remove("docs/reports/fuzz.json");
        assertThrows(IllegalArgumentException.class, () -> ReportsTable.of(other));
    }
}
