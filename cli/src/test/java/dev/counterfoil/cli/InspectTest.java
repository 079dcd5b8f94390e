// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.cli.output.Console;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** dump, replay, list and verify: what they show, and that looking changes nothing. */
final class InspectTest {
    private static final String EMPTY_TOTALS = "\"totals\":{\"calls\":1,\"retries\":0,\"failovers\":0,\"context_tokens\":800,"
            + "\"output_tokens\":200,\"aggregate_tokens\":1000,\"cost_micros\":1200,"
            + "\"request_bytes\":14,\"response_bytes_reserved\":1048576}";

    @TempDir
    private Path directory;

    private Path journal;

    @BeforeEach
    void make() {
        journal = directory.resolve("j.db");
        InspectedJournal.make(journal);
    }

    /** Every way to look at a journal that is not told to show payloads. */
    private List<List<Object>> looks() {
        List<List<Object>> looks = new ArrayList<>();
        for (String format : List.of("text", "jsonl", "html")) {
            looks.add(List.of("dump", journal, "--format", format));
            looks.add(List.of("dump", journal, "doubt", "--format", format));
        }
        for (String format : List.of("text", "json")) {
            looks.add(List.of("replay", journal, "--format", format));
            looks.add(List.of("replay", journal, "doubt", "--format", format));
            looks.add(List.of("list", journal, "--format", format));
            for (String by : List.of("invocation", "provider", "account", "day")) {
                looks.add(List.of("replay", journal, "--by", by, "--format", format));
            }
            for (String state : List.of("open", "uncertain", "settled", "stopped")) {
                looks.add(List.of("list", journal, "--state", state, "--format", format));
            }
        }
        looks.add(List.of("verify", journal));
        return looks;
    }

    private Map<String, Object> files() throws IOException {
        Map<String, Object> files = new TreeMap<>();
        try (Stream<Path> all = Files.list(directory)) {
            for (Path file : all.toList()) {
                FileTime time = Files.getLastModifiedTime(file);
                files.put(file.getFileName().toString(), List.of(time, List.of(new String(
                        Files.readAllBytes(file), StandardCharsets.ISO_8859_1))));
            }
        }
        return files;
    }

    @Test
    void looking_succeeds_shows_no_canary_and_leaves_every_file_as_it_was() throws IOException {
        Map<String, Object> before = files();
        for (List<Object> look : looks()) {
            Cli.Ended ended = Inside.run(look.toArray());
            assertEquals(0, ended.status(), look + ended.err());
            assertEquals("", ended.err(), look.toString());
            assertFalse(ended.out().contains(InspectedJournal.CANARY), look.toString());
            assertFalse(ended.out().isEmpty(), look.toString());
        }
        assertEquals(before, files());
    }

    @Test
    void only_payloads_show_what_was_sent() {
        for (String format : List.of("text", "jsonl", "html")) {
            String out = Inside.run("dump", journal, "--payloads", "--format", format).out();
            for (String canary : List.of("canary-request", "canary-response", "canary-key")) {
                assertTrue(out.contains(canary), format + " " + canary);
            }
        }
    }

    static Stream<List<String>> tamperings() {
        return Stream.of(
                List.of("digest_differs",
                        "update record set body = cast(replace(cast(body as text), '1200', '1201') as blob) where key = 2"),
                List.of("payload_differs", "update record set payload = cast('canary-other' as blob) where key = 1"),
                List.of("sequence_gap", "delete from record where key = 3"),
                List.of("head_missing", "delete from record where key = (select last_key from invocation where number = 1)"),
                List.of("anchor_differs", "update anchor set records = records + 1"),
                List.of("anchor_differs", "delete from invocation where id = 'settled'"),
                List.of("unreadable", "update invocation set id = '' where id = 'settled'"));
    }

    @ParameterizedTest
    @MethodSource("tamperings")
    void damage_is_5_is_named_and_no_canary_is_shown_with_it(List<String> tampering) throws SQLException, IOException {
        InspectedJournal.tamper(journal, tampering.get(1));
        Map<String, Object> before = files();
        for (List<Object> look : List.<List<Object>>of(List.of("dump", journal), List.of("dump", journal, "--format", "jsonl"),
                List.of("dump", journal, "--format", "html"), List.of("verify", journal))) {
            Cli.Ended ended = Inside.run(look.toArray());
            assertEquals(5, ended.status(), look + ended.out());
            assertTrue(ended.out().contains(tampering.get(0)), look + ended.out());
            assertTrue(ended.err().startsWith(journal + ": damaged, "), ended.err());
            assertFalse((ended.out() + ended.err()).contains(InspectedJournal.CANARY), look.toString());
        }
        List<String> dumped = Inside.run("dump", journal, "--format", "jsonl").lines();
        assertEquals(dumped.stream().filter(line -> line.startsWith("{\"record\":\"damage\"")).count(),
                Inside.run("verify", journal).lines().size(), "verify has a line for each damage that dump shows");
        assertEquals(before, files());
    }

    @Test
    void damage_of_one_invocation_is_told_by_list_and_replay_too_and_the_others_are_shown() throws SQLException {
        InspectedJournal.tamper(journal, "update record set digest = zeroblob(32) where key = 2");
        Cli.Ended list = Inside.run("list", journal);
        assertEquals(5, list.status());
        assertEquals("0 open, 1 uncertain, 1 settled, 1 stopped, 1 damaged", list.lines().get(list.lines().size() - 1));
        assertTrue(list.err().startsWith("retried: digest_differs at record 1 of retried, expected 000"), list.err());
        assertEquals(5, Inside.run("replay", journal).status());
        assertEquals(5, Inside.run("replay", journal, "retried").status());
        assertEquals(0, Inside.run("replay", journal, "settled").status());
        assertEquals(5, Inside.run("dump", journal, "retried").status());
        assertEquals(0, Inside.run("dump", journal, "settled").status());
    }

    @Test
    void a_file_without_a_byte_and_a_log_without_its_journal_are_damaged_as_a_whole() throws IOException {
        Path empty = Files.createFile(directory.resolve("empty.db"));
        Path orphan = directory.resolve("orphan.db");
        Files.write(directory.resolve("orphan.db-wal"), new byte[] {1});
        for (Path file : List.of(empty, orphan)) {
            Cli.Ended dump = Inside.run("dump", file, "--format", "jsonl");
            assertEquals(5, dump.status());
            assertTrue(dump.out().startsWith("{\"record\":\"damage\",\"invocation\":null,\"reason\":\"unreadable\""), dump.out());
            assertEquals(5, Inside.run("verify", file).status());
            assertEquals(5, Inside.run("list", file).status());
        }
    }

    @Test
    void replay_as_json_holds_counts_totals_and_groups() {
        assertEquals("{\"invocations\":1,\"open\":0,\"uncertain\":1," + EMPTY_TOTALS + ",\"groups\":[{\"by\":\"account\",\"key\":\"acme\","
                + "\"invocations\":1," + EMPTY_TOTALS + "}]}\n",
                Inside.run("replay", journal, "doubt", "--by", "account", "--format", "json").out());
        String all = Inside.run("replay", journal, "--format", "json").out();
        assertTrue(all.startsWith("{\"invocations\":4,\"open\":0,\"uncertain\":1,\"totals\":{\"calls\":5,\"retries\":1,"), all);
        assertTrue(all.endsWith(",\"groups\":[]}\n"), all);
    }

    @Test
    void list_as_json_has_a_line_for_each_and_one_of_counts() {
        assertEquals(List.of(
                "{\"invocation\":\"doubt\",\"state\":\"uncertain\",\"since_millis\":" + sinceMillis("doubt") + ",\"attempts\":1,"
                        + EMPTY_TOTALS + "}",
                "{\"counts\":{\"open\":0,\"uncertain\":1,\"settled\":2,\"stopped\":1,\"damaged\":0}}"),
                Inside.run("list", journal, "--state", "uncertain", "--format", "json").lines());
    }

    private String sinceMillis(String id) {
        String last = Inside.run("dump", journal, id, "--format", "jsonl").lines().get(2);
        return last.replaceAll(".*\"at_millis\":([0-9]+),.*", "$1");
    }

    @Test
    void dump_of_one_is_the_part_of_the_whole_that_speaks_of_it() {
        List<String> whole = Inside.run("dump", journal, "--format", "jsonl").lines();
        assertEquals(whole.stream().filter(line -> line.contains("\"invocation\":\"retried\"")).toList(),
                Inside.run("dump", journal, "retried", "--format", "jsonl").lines());
        assertEquals(List.of("retried", "doubt", "stopped", "settled"), whole.stream()
                .filter(line -> line.startsWith("{\"record\":\"opening\""))
                .map(line -> line.replaceAll(".*\"invocation\":\"([a-z]+)\".*", "$1")).toList());
    }

    @Test
    void a_terminal_is_coloured_and_nothing_else_is() {
        assertTrue(Inside.run(Console.Look.RESULTS, "list", journal).out().contains("\u001b[32m"));
        assertFalse(Inside.run(Console.Look.MESSAGES, "list", journal).out().contains("\u001b"));
    }

    @Test
    void a_journal_of_the_wrong_kind_or_none_is_6_an_unknown_id_7_and_a_wrong_word_2() throws IOException {
        Path other = Files.writeString(directory.resolve("other.db"), "not a database, but long enough to look like one ".repeat(30));
        byte[] before = Files.readAllBytes(other);
        for (String command : List.of("dump", "replay", "list", "verify")) {
            assertEquals(6, Inside.run(command, directory.resolve("missing.db")).status(), command);
            assertFalse(Files.exists(directory.resolve("missing.db")), command);
            assertEquals(6, Inside.run(command, other).status(), command);
            assertEquals(6, Inside.run(command, directory).status(), command);
            assertEquals(2, Inside.run(command).status(), command);
        }
        assertArrayEquals(before, Files.readAllBytes(other));
        for (String command : List.of("dump", "replay")) {
            assertEquals(7, Inside.run(command, journal, "nobody").status(), command);
            assertEquals(2, Inside.run(command, journal, "").status(), command);
            assertEquals(2, Inside.run(command, journal, "--format", "yaml").status(), command);
        }
        assertEquals(2, Inside.run("list", journal, "--state", "done").status());
        assertEquals(2, Inside.run("list", journal, "--format", "yaml").status());
        assertEquals(2, Inside.run("replay", journal, "--by", "week").status());
        assertEquals(2, Inside.run("dump", journal, "--follow", "--format", "html").status());
    }
}
