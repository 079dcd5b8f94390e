// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.dump;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.canonical.CompactWriter;
import dev.counterfoil.journal.record.DamageReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a dump prints, against files that are reviewed when they change. {@code -Dcounterfoil.golden.rewrite=true} writes them anew; the
 * run fails then where one was different.
 */
final class DumpGoldenTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden/dump");

    /** A file, and what it must hold. */
    private enum Golden {
        RECORDS_JSONL("records.jsonl", lines(Shelves.everyRecord(), Payloads.HIDDEN)),
        RECORDS_PAYLOADS_JSONL("records-payloads.jsonl", lines(Shelves.everyRecord(), Payloads.SHOWN)),
        DAMAGES_JSONL("damages.jsonl", lines(Shelves.everyDamage(), Payloads.HIDDEN)),
        RECORDS_TXT("records.txt", text(Shelves.everyRecord(), Payloads.HIDDEN)),
        RECORDS_PAYLOADS_TXT("records-payloads.txt", text(Shelves.everyRecord(), Payloads.SHOWN)),
        DAMAGES_TXT("damages.txt", text(Shelves.everyDamage(), Payloads.HIDDEN));

        private final String file;
        private final List<String> printed;

        Golden(String file, List<String> printed) {
            this.file = file;
            this.printed = printed;
        }
    }

    private static List<String> lines(Shelf shelf, Payloads payloads) {
        List<String> lines = new ArrayList<>();
        Shelves.show(shelf, new DumpLines(payloads, line -> lines.add(CompactWriter.write(line))));
        return lines;
    }

    private static List<String> text(Shelf shelf, Payloads payloads) {
        List<String> lines = new ArrayList<>();
        Shelves.show(shelf, new DumpText(payloads, line -> lines.add(line.text())));
        return lines;
    }

    @ParameterizedTest
    @EnumSource
    void a_dump_prints_what_the_golden_file_holds(Golden golden) throws IOException {
        Path file = GOLDEN.resolve(golden.file);
        List<String> expected = Files.exists(file) ? Files.readAllLines(file) : List.of();
        if (Boolean.getBoolean("counterfoil.golden.rewrite")) {
            Files.createDirectories(GOLDEN);
            Files.write(file, golden.printed);
        }
        assertEquals(String.join("\n", expected), String.join("\n", golden.printed));
    }

    @ParameterizedTest
    @EnumSource
    void without_payloads_no_canary_is_printed_and_with_them_some_are(Golden golden) {
        boolean shown = golden.printed.stream().anyMatch(line -> line.contains("canary"));
        assertEquals(golden.file.contains("payloads"), shown);
    }

    @Test
    void every_kind_of_record_and_every_reason_of_an_invocations_damage_is_in_the_golden_files() {
        for (String record : List.of("opening", "intent", "outcome", "verdict", "cancellation", "evidence", "closing")) {
            assertTrue(Golden.RECORDS_JSONL.printed.stream().anyMatch(line -> line.startsWith("{\"record\":\"" + record + "\"")), record);
        }
        for (DamageReason reason : Shelves.reasonsOfInvocations()) {
            assertTrue(Golden.DAMAGES_JSONL.printed.stream().anyMatch(line -> line.startsWith("{\"record\":\"damage\"")
                    && line.contains("\"reason\":\"" + reason.code() + "\"")), reason.code());
        }
    }

    @Test
    void the_damage_is_the_last_line_of_its_invocation_and_the_anchors_the_last_of_all() {
        List<String> damages = Golden.DAMAGES_JSONL.printed;
        assertTrue(damages.get(damages.size() - 1).startsWith("{\"record\":\"damage\",\"invocation\":null,"));
        for (DamageReason reason : Shelves.reasonsOfInvocations()) {
            String name = "\"invocation\":\"" + reason.code() + "\"";
            List<String> own = damages.stream().filter(line -> line.contains(name)).toList();
            assertTrue(own.get(own.size() - 1).startsWith("{\"record\":\"damage\""), name);
            assertEquals(1, own.stream().filter(line -> line.startsWith("{\"record\":\"damage\"")).count(), name);
            assertTrue(own.get(own.size() - 1).contains("\"reason\":\"" + reason.code() + "\""), own.toString());
        }
    }

    @Test
    void text_has_no_line_that_moves_the_cursor() {
        Arrays.stream(Golden.values()).forEach(golden -> golden.printed.forEach(line ->
                assertFalse(line.chars().anyMatch(c -> Character.isISOControl(c)), golden.file)));
    }
}
