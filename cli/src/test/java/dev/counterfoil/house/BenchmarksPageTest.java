// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The benchmarks' page says what the report says, and what is not met or lost is said. */
@Tag("once")
final class BenchmarksPageTest {
    /** Writes the page instead of comparing it: {@code make bench} does so after it has measured. */
    private static final boolean WRITES = Boolean.getBoolean("counterfoil.benchmarks.write");

    /** Four ratios, two of what an invocation takes, two of plans, seven of reading and starts. */
    private static final int AIMS = 15;

    private static final SourceTree TREE = SourceTree.current();

    private static String report() {
        return TREE.files().get(BenchmarksPage.REPORT);
    }

    @Test
    void the_page_is_made_of_the_report() throws IOException {
        String page = BenchmarksPage.of(BenchmarkReport.read(report()));
        if (WRITES) {
            Files.writeString(root().resolve(BenchmarksPage.PAGE), page, StandardCharsets.UTF_8);
            return;
        }
        assertEquals(page, TREE.files().get(BenchmarksPage.PAGE), "make it again: make benchmarks-page");
    }

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve(BenchmarksPage.REPORT))) {
            folder = folder.getParent();
        }
        return folder;
    }

    @Test
    void every_figure_that_was_wanted_is_in_the_report() {
        assertEquals(AIMS, BenchmarkAims.table(BenchmarkReport.read(report())).lines().skip(2).count());
    }

    private static final String CELL = """
            {"conditions": {}, "throughput": [{"callers": 64, "force_delay_micros": 0, "forces_per_second": [500, 480, 510], "peers": [
              {"peer": "naive", "per_second": [100, 110, 90], "processor_micros": [50, 50, 50]},
              {"peer": "counterfoil", "per_second": [%d, %d, %d], "processor_micros": [99, %d, 100]},
              {"peer": "file_log", "per_second": [900, 990, 810], "processor_micros": [9, 9, 9]}]}]}
            """;

    private static BenchmarkReport cell(long first, long second, long third, long processor) {
        return BenchmarkReport.read(CELL.formatted(first, second, third, processor));
    }

    @Test
    void an_aim_is_met_by_the_middle_run_and_said_not_to_be_where_it_is_not() {
        List<String> met = BenchmarkAims.table(cell(300, 220, 280, 90)).lines().skip(2).toList();
        assertEquals(List.of("| times the naive loop, 64 callers, the disk as it is | least 3 | 3.00 (2.00–3.11) | met |",
                "| processor time of an invocation, 64 callers, in µs | most 100 | 99.0 (90.0–100) | met |"), met);
        List<String> missed = BenchmarkAims.table(cell(290, 220, 280, 101)).lines().skip(2).toList();
        assertTrue(missed.get(0).endsWith("| 2.90 (2.00–3.11) | **not met** |"), missed.get(0));
        assertTrue(missed.get(1).endsWith("| 100 (99.0–101) | met |"), missed.get(1));
    }

    @Test
    void whoever_does_better_is_named_and_nobody_else() {
        assertEquals("- 64 callers, the disk as it is: the bare file log makes 3.00 (2.70–4.50) times what Counterfoil makes.",
                BenchmarkAims.losses(cell(300, 220, 300, 90)));
        assertEquals("", BenchmarkAims.losses(cell(3000, 2200, 2800, 90)));
    }

    @Test
    void a_report_that_lacks_a_part_makes_no_page() {
        BenchmarkReport part = cell(300, 220, 280, 90);
        assertThrows(IllegalArgumentException.class, () -> BenchmarksPage.of(part));
    }
}
