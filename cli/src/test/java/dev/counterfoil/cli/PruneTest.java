// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.scheduler.dispatch.Answer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Retention: what is closed long enough ago gives way to a tombstone. */
class PruneTest {
    private static final String LATER = "2026-04-01T00:00:00Z";

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void journal() {
        file = directory.resolve("j.db");
        InspectedJournal.make(file);
    }

    private Cli.Ended prune(Object... more) {
        Object[] arguments = new Object[more.length + 2];
        arguments[0] = "prune";
        arguments[1] = file;
        System.arraycopy(more, 0, arguments, 2, more.length);
        return Inside.run(arguments);
    }

    @Test
    void what_is_closed_goes_and_what_is_uncertain_stays() {
        Cli.Ended pruned = prune("--settled-before", LATER);
        assertEquals(new Cli.Ended(0, "pruned 3 invocations (14 records) closed before " + LATER + ", kept 1\n", ""), pruned);
        Cli.Ended list = Inside.run("list", file);
        assertEquals(0, list.status());
        assertTrue(list.out().endsWith("0 open, 1 uncertain, 0 settled, 0 stopped, 3 pruned\n"), list.out());
        assertEquals(3, list.out().lines().filter(line -> line.startsWith("pruned ")).count());
        assertEquals("", list.err());
        String note = file + ": 3 pruned invocations are neither shown nor counted\n";
        assertEquals(note, Inside.run("list", file, "--format", "json").err());
        assertEquals("OK  1 invocations, 3 records, 1 payloads compared, 0 erased or sealed, 3 pruned, the anchor agrees\n",
                Inside.run("verify", file).out());
        assertEquals(note, Inside.run("dump", file).err());
    }

    @Test
    void pruning_lowers_no_total_and_no_group_by_invocation() {
        String whole = Inside.run("replay", file, "--format", "json").out();
        List<String> parts = Inside.run("replay", file, "--by", "invocation").out().lines().map(String::strip).sorted().toList();
        String days = Inside.run("replay", file, "--by", "day").out();
        prune("--settled-before", LATER);
        assertEquals(new Cli.Ended(0, whole, ""), Inside.run("replay", file, "--format", "json"));
        assertEquals(parts, Inside.run("replay", file, "--by", "invocation").out().lines().map(String::strip).sorted().toList());
        Cli.Ended split = Inside.run("replay", file, "--by", "day");
        assertEquals(last(days), last(split.out()));
        assertEquals(file + ": 3 pruned invocations are in the total and in no group\n", split.err());
    }

    private static String last(String text) {
        return text.lines().reduce((one, next) -> next).orElseThrow();
    }

    @Test
    void tombstones_can_be_looked_at() {
        prune("--settled-before", LATER);
        Cli.Ended pruned = Inside.run("list", file, "--state", "pruned", "--format", "json");
        assertEquals("", pruned.err());
        assertEquals(4, pruned.out().lines().count());
        String settled = pruned.out().lines().filter(line -> line.contains("\"invocation\":\"settled\"")).findFirst().orElseThrow();
        assertTrue(settled.contains("\"state\":\"pruned\"") && settled.contains("\"business_state\":\"confirmed\"")
                && settled.contains("\"request_sha256\":\"") && settled.contains("\"totals\":{\"calls\":"), settled);
        assertEquals(2, Inside.run("list", file, "--state", "gone").status());
    }

    @Test
    void a_pruned_id_is_refused_as_pruned_by_every_command_and_says_what_is_known() {
        prune("--settled-before", LATER);
        String[][] commands = {
            {"run", "--journal", file.toString(), "--id", "settled", "--", "true"}, {"dump", file.toString(), "settled"},
            {"replay", file.toString(), "settled"}, {"cancel", file.toString(), "settled"},
            {"reconcile", file.toString(), "settled", "0", "--verdict", "abandoned", "--evidence", "none"}};
        for (String[] command : commands) {
            Cli.Ended ended = Inside.run((Object[]) command);
            assertEquals(7, ended.status(), command[0]);
            assertEquals("", ended.out());
            assertTrue(ended.err().startsWith("settled: pruned, it was settled (completed) at 2026-03-0"), ended.err());
            assertTrue(ended.err().contains(", business state confirmed, response sha256 "), ended.err());
            assertEquals(1, ended.err().lines().count());
        }
        assertTrue(Inside.run("dump", file, "stopped").err().startsWith("stopped: pruned, it was stopped (permanent) at "));
        assertTrue(Inside.run("dump", file, "never").err().startsWith("never: unknown, "));
        assertEquals(0, Inside.run("dump", file, "doubt").status());
    }

    @Test
    void the_bytes_of_what_was_pruned_are_in_no_file_any_more() throws Exception {
        InspectedJournal.run(file, InspectedJournal.invocation("more", 1,
                dispatch -> Answer.completed("x".repeat(20_000) + InspectedJournal.CANARY)));
        assertTrue(canaries() > 0);
        Inside.run("reconcile", file, "doubt", "0", "--verdict", "abandoned", "--evidence", "nobody knows");
        assertEquals(0, prune("--settled-before", "9999-01-01T00:00:00Z").status());
        assertEquals(0, canaries());
        assertEquals(0, Inside.run("verify", file).status());
    }

    private int canaries() throws Exception {
        int found = 0;
        for (Path each : List.of(file, directory.resolve("j.db-wal"))) {
            if (Files.exists(each)) {
                found += new String(Files.readAllBytes(each), StandardCharsets.ISO_8859_1).split(InspectedJournal.CANARY, -1).length - 1;
            }
        }
        return found;
    }

    @Test
    void a_dry_run_says_the_same_and_writes_nothing() throws Exception {
        byte[] before = Files.readAllBytes(file);
        Cli.Ended dry = prune("--settled-before", LATER, "--dry-run");
        assertEquals(new Cli.Ended(0, "would prune 3 invocations (14 records) closed before " + LATER + ", kept 1\n", ""), dry);
        assertEquals("{\"pruned\":3,\"records\":14,\"kept\":1,\"damaged\":0,\"before\":\"" + LATER + "\",\"dry_run\":true}\n",
                prune("--settled-before", LATER, "--dry-run", "--format", "json").out());
        assertArrayEquals(before, Files.readAllBytes(file));
        assertEquals("{\"pruned\":3,\"records\":14,\"kept\":1,\"damaged\":0,\"before\":\"" + LATER + "\",\"dry_run\":false}\n",
                prune("--settled-before", LATER, "--format", "json").out());
    }

    @Test
    void the_closing_s_own_instant_decides_to_the_millisecond() {
        long closed = Long.parseLong(Inside.run("dump", file, "stopped", "--format", "jsonl").out().lines()
                .filter(line -> line.contains("\"record\":\"closing\"")).findFirst().orElseThrow()
                .replaceAll(".*\"at_millis\":([0-9]+).*", "$1"));
        String at = Instant.ofEpochMilli(closed).toString();
        String after = Instant.ofEpochMilli(closed + 1).toString();
        prune("--settled-before", at);
        assertEquals(0, Inside.run("dump", file, "stopped").status());
        prune("--settled-before", after);
        assertEquals(7, Inside.run("dump", file, "stopped").status());
    }

    @Test
    void pruning_again_finds_nothing_more() {
        prune("--settled-before", LATER);
        assertEquals("pruned 0 invocations (0 records) closed before " + LATER + ", kept 1\n", prune("--settled-before", LATER).out());
        assertEquals(0, Inside.run("verify", file).status());
    }

    @Test
    void a_damaged_invocation_is_named_and_stays_and_the_others_go() throws Exception {
        InspectedJournal.tamper(file,
                "update record set body = cast(replace(cast(body as text), '\"stopped\"', '\"settled\"') as blob)"
                        + " where invocation = (select number from invocation where id = 'stopped')");
        Cli.Ended ended = prune("--settled-before", LATER);
        assertEquals(5, ended.status());
        assertTrue(ended.out().startsWith("pruned 2 invocations "), ended.out());
        assertTrue(ended.err().contains("stopped"), ended.err());
        assertTrue(ended.err().contains("1 cannot be pruned"), ended.err());
        assertEquals(5, Inside.run("verify", file).status());
        assertEquals(7, Inside.run("dump", file, "settled").status());
        assertEquals(5, Inside.run("dump", file, "stopped").status());
    }

    @ParameterizedTest
    @ValueSource(strings = {"tombstone set last_digest = zeroblob(32) where id = 'stopped'",
        "tombstone_body set body = x'7b7d' where number = (select number from tombstone where id = 'stopped')"})
    void a_damaged_tombstone_is_named_and_stays_as_it_is(String damage) throws Exception {
        prune("--settled-before", LATER);
        InspectedJournal.tamper(file, "update " + damage);
        byte[] before = Files.readAllBytes(file);
        for (String dry : List.of("--format=json", "--dry-run")) {
            Cli.Ended ended = prune("--settled-before", LATER, dry);
            assertEquals(5, ended.status(), ended.err());
            assertTrue(ended.err().startsWith("stopped: ") && ended.err().contains("the tombstone of stopped"), ended.err());
            assertTrue(ended.err().contains("1 tombstones of what was pruned before; look with: counterfoil verify"), ended.err());
        }
        assertTrue(prune("--settled-before", LATER, "--format", "json").out().contains("\"kept\":1,\"damaged\":1,"));
        assertArrayEquals(before, Files.readAllBytes(file));
        assertEquals(5, Inside.run("verify", file).status());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "yesterday", "7d", "-1h", "2026-03-01", "1h30m"})
    void what_is_neither_duration_nor_instant_is_refused(String wrong) throws Exception {
        byte[] before = Files.readAllBytes(file);
        Cli.Ended ended = prune("--settled-before", wrong);
        assertEquals(2, ended.status());
        assertTrue(ended.err().startsWith("counterfoil prune: --settled-before: must be a duration"), ended.err());
        assertArrayEquals(before, Files.readAllBytes(file));
    }

    @Test
    void a_journal_that_is_not_there_is_not_made() {
        assertEquals(6, Inside.run("prune", directory.resolve("none.db"), "--settled-before", "1h").status());
        assertEquals(2, Inside.run("prune", file).status());
        assertFalse(Files.exists(directory.resolve("none.db")));
    }
}
