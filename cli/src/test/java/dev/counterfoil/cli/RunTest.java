// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.journal.canonical.StrictJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code run} from end to end, with programs as providers. */
@Tag("once")
class RunTest {
    private static final List<String> MEMBERS = List.of("invocation", "status", "reason", "business_state", "replayed", "late", "attempts",
            "provider", "response_sha256", "response", "totals");

    @TempDir
    Path directory;

    private Cli cli;

    @BeforeEach
    void begin() {
        cli = new Cli(directory);
    }

    private static JsonTree.Members json(String line) {
        return (JsonTree.Members) StrictJson.read(line.getBytes(StandardCharsets.UTF_8), 1 << 20);
    }

    private static String text(String line, String member) {
        return json(line).member(member).map(value -> value instanceof JsonTree.Text text ? text.value()
                : value instanceof JsonTree.Truth truth ? Boolean.toString(truth.value())
                : value instanceof JsonTree.Numeral number ? number.text() : value.kind()).orElse("(missing)");
    }

    private static String spec(String id, String request, String... command) {
        return "{\"id\":\"" + id + "\",\"request\":" + request + ",\"limits\":{\"max_calls\":1},\"providers\":[{\"id\":\"p\",\"exec\":[\""
                + String.join("\",\"", command) + "\"]}]}";
    }

    private void write(String name, String... lines) throws IOException {
        Files.writeString(directory.resolve(name), String.join("\n", lines) + "\n");
    }

    @Test
    void a_spec_is_run_and_its_canonical_request_is_delivered() throws IOException {
        write("s.json", spec("order", "{\"b\": 1, \"a\": 2.50}", "cat"));
        Cli.Ended ended = cli.run("run", "--journal", "j.db", "--spec", "s.json");
        assertEquals(0, ended.status(), ended.err());
        assertEquals(1, ended.lines().size());
        String line = ended.lines().get(0);
        assertEquals(MEMBERS, List.copyOf(json(line).members().keySet()));
        assertEquals("order", text(line, "invocation"));
        assertEquals("settled", text(line, "status"));
        assertEquals("confirmed", text(line, "business_state"));
        assertEquals("false", text(line, "replayed"));
        assertEquals("{\"a\":2.5,\"b\":1}", text(line, "response"));
        assertEquals("", ended.err());
    }

    @Test
    void a_settled_id_is_replayed_and_its_provider_is_not_started() throws IOException {
        write("s.json", spec("a", "1", "sh", "-c", "echo x >>calls; echo done"));
        Cli.Ended first = cli.run("run", "--journal", "j.db", "--spec", "s.json");
        Cli.Ended again = cli.run("run", "--journal", "j.db", "--spec", "s.json");
        assertEquals(0, again.status(), again.err());
        assertEquals(first.out().replace("\"replayed\":false", "\"replayed\":true"), again.out());
        assertEquals("x\n", Files.readString(directory.resolve("calls")));
    }

    @Test
    void other_content_under_the_same_id_is_a_conflict_without_a_result_line() {
        assertEquals(0, cli.run("run", "--journal", "j.db", "--id", "a", "--", "echo", "PAYLOAD").status());
        Cli.Ended other = cli.run("run", "--journal", "j.db", "--id", "a", "--", "echo", "OTHER-PAYLOAD");
        assertEquals(7, other.status());
        assertEquals("", other.out());
        assertTrue(other.err().startsWith("a: conflict, request: "), other.err());
        assertFalse(other.err().contains("PAYLOAD"), other.err());
    }

    @Test
    void the_highest_status_of_many_counts() throws IOException {
        write("s.jsonl", spec("fine", "1", "true"),
                spec("killed", "1", "sh", "-c", "kill -9 $$"),
                spec("gone", "1", "./no-such-program"),
                spec("also-fine", "1", "true"));
        Cli.Ended ended = cli.run("run", "--journal", "j.db", "--spec", "s.jsonl");
        assertEquals(4, ended.status());
        assertEquals(List.of("settled", "uncertain", "stopped", "settled"),
                ended.lines().stream().map(line -> text(line, "status")).toList());
        assertEquals(List.of("fine", "killed", "gone", "also-fine"), ended.lines().stream().map(line -> text(line, "invocation")).toList());
        assertEquals(List.of("killed: uncertain, uncertain_outcome (attempt 0: uncertain, signal)",
                        "gone: stopped, calls_exhausted (attempt 0: not_dispatched, command_missing)"),
                ended.err().lines().map(line -> line.replaceAll(";.*", "")).toList());
    }

    @Test
    void a_doubt_is_told_with_the_command_that_ends_it() {
        Cli.Ended ended = cli.run("run", "--journal", "j.db", "--id", "the order", "--", "sh", "-c", "exit 9");
        assertEquals("the order: uncertain, uncertain_outcome (attempt 0: uncertain, exit_code); find out what happened to attempt 0, then:"
                + " counterfoil reconcile j.db 'the order' 0 --verdict completed|not_applied|redeliver|abandoned --evidence TEXT\n",
                ended.err());
    }

    @Test
    void other_accounts_are_told_whole_on_both_sides() throws IOException {
        String spec = spec("a", "1", "true");
        write("s.json", spec.replace("\"limits\"", "\"accounts\":[\"acme\",\"zeta\"],\"limits\""));
        write("t.json", spec.replace("\"limits\"", "\"accounts\":[\"beta\"],\"limits\""));
        assertEquals(0, cli.run("run", "--journal", "j.db", "--spec", "s.json").status());
        Cli.Ended other = cli.run("run", "--journal", "j.db", "--spec", "t.json");
        assertTrue(other.err().startsWith("a: conflict, accounts: bound to \"acme\", \"zeta\", given \"beta\";"), other.err());
    }

    @Test
    void a_byte_order_mark_and_a_deadline_beyond_the_calendar_are_told_as_such() throws IOException {
        write("s.json", "\uFEFF" + spec("a", "1", "true"));
        assertEquals("s.json:1: $: begins with a byte order mark; save it as UTF-8 without one\n",
                cli.run("run", "--journal", "j.db", "--spec", "s.json").err());
        write("t.json", spec("a", "1", "true").replace("\"max_calls\"", "\"max_latency_millis\":9007199254740991,\"max_calls\""));
        Cli.Ended late = cli.run("run", "--journal", "j.db", "--spec", "t.json");
        assertEquals(2, late.status());
        assertTrue(late.err().startsWith("t.json:1: $.limits.max_latency_millis: "), late.err());
    }

    @Test
    void one_bad_line_of_a_file_and_nothing_is_run_nor_made() throws IOException {
        write("s.jsonl", spec("a", "1", "touch", "made"), "{\"id\":\"b\"}");
        Cli.Ended ended = cli.run("run", "--journal", "j.db", "--spec", "s.jsonl");
        assertEquals(2, ended.status());
        assertEquals("s.jsonl:2: $: has no request; give exactly one of request, request_text, request_base64\n", ended.err());
        assertFalse(Files.exists(directory.resolve("j.db")));
        assertFalse(Files.exists(directory.resolve("made")));
    }

    @Test
    void a_bad_line_of_stdin_is_skipped() {
        String lines = spec("a", "1", "cat") + "\nbad\n" + spec("b", "2", "cat") + "\n" + spec("a", "1", "cat");
        Cli.Ended ended = cli.runWith(lines, "run", "--journal", "j.db", "--spec", "-");
        assertEquals(2, ended.status());
        assertEquals("stdin:2: $: not JSON, near column 1\n", ended.err());
        assertEquals(List.of("false", "false", "true"), ended.lines().stream().map(line -> text(line, "replayed")).toList());
    }

    @Test
    void a_stdin_without_a_spec_runs_nothing_and_says_so() {
        Cli.Ended ended = cli.runWith("\n \n", "run", "--journal", "j.db", "--spec", "-");
        assertEquals(0, ended.status());
        assertEquals("stdin: held no spec, so nothing was run\n", ended.err());
    }

    @Test
    void events_come_before_their_result() {
        Cli.Ended ended = cli.run("run", "--journal", "j.db", "--events", "--id", "a", "--", "echo", "hi");
        List<String> lines = ended.lines();
        assertEquals(List.of("opened", "intent_committed", "outcome_committed", "closed", "(missing)"),
                lines.stream().map(line -> text(line, "event")).toList());
        assertEquals(List.of("0", "1", "2", "3"), lines.stream().limit(4).map(line -> text(line, "sequence")).toList());
        assertEquals(List.of("event", "invocation", "ordinal", "provider", "sequence", "digest"),
                List.copyOf(json(lines.get(1)).members().keySet()));
        assertEquals(List.of("event", "invocation", "ordinal", "class", "sequence", "digest"),
                List.copyOf(json(lines.get(2)).members().keySet()));
        assertEquals(1, cli.run("run", "--journal", "j.db", "--events", "--id", "a", "--", "echo", "hi").lines().size());
    }

    @Test
    void parallel_invocations_run_at_the_same_time() throws IOException, InterruptedException {
        assertEquals(0, new ProcessBuilder("mkfifo", directory.resolve("meet").toString()).start().waitFor());
        List<String> specs = new ArrayList<>();
        specs.add(spec("writes", "1", "sh", "-c", "echo met >meet"));
        specs.add(spec("reads", "1", "sh", "-c", "cat meet"));
        write("s.jsonl", specs.toArray(String[]::new));
        Cli.Ended ended = cli.run("run", "--journal", "j.db", "--parallel", "2", "--spec", "s.jsonl");
        assertEquals(0, ended.status(), ended.err());
        assertTrue(ended.lines().stream().anyMatch(line -> text(line, "response").equals("met\n")), ended.out());
    }

    @Test
    void the_response_is_written_byte_for_byte() throws IOException {
        Cli.Ended ended = cli.runWith("in", "run", "--journal", "j.db", "--id", "a", "--input", "-", "--response-to", "r", "--",
                "sh", "-c", "cat; printf '\\377'");
        assertEquals(0, ended.status(), ended.err());
        assertEquals("aW7/", text(ended.lines().get(0), "response_base64"));
        assertEquals("in\u00ff", Files.readString(directory.resolve("r"), StandardCharsets.ISO_8859_1));
    }

    @Test
    void a_response_file_that_cannot_be_written_is_told_before_anything_runs() {
        Cli.Ended ended = cli.run("run", "--journal", "j.db", "--id", "a", "--response-to", "no/r", "--", "true");
        assertEquals(2, ended.status());
        assertEquals("counterfoil run: --response-to: no/r cannot be written; check directory and permissions\n", ended.err());
        assertFalse(Files.exists(directory.resolve("j.db")));
    }

    @Test
    void a_response_never_takes_the_place_of_a_file_that_the_run_needs() throws IOException {
        assertEquals(0, cli.run("run", "--journal", "j.db", "--id", "a", "--", "true").status());
        write("in", "input");
        Files.createSymbolicLink(directory.resolve("symbolic"), Path.of("j.db"));
        Files.createSymbolicLink(directory.resolve("here"), Path.of("."));
        Files.createSymbolicLink(directory.resolve("later"), Path.of("new.db"));
        Files.createLink(directory.resolve("hard"), directory.resolve("j.db"));
        byte[] journal = Files.readAllBytes(directory.resolve("j.db"));
        for (String[] pair : new String[][] {{"j.db", "j.db"}, {"j.db", "./here/../j.db"}, {"j.db", "here/j.db"}, {"j.db", "j.db-wal"},
            {"j.db", "j.db-shm"}, {"j.db", "symbolic"}, {"j.db", "hard"}, {"symbolic", "j.db"}, {"symbolic", "j.db-wal"},
            {"new.db", "new.db"}, {"new.db", "here/new.db-wal"}, {"new.db", "later"}, {"here/new.db", "new.db"}, {"j.db", "in"}}) {
            Cli.Ended ended = Inside.run("run", "--journal", directory.resolve(pair[0]), "--id", "b", "--input", directory.resolve("in"),
                    "--response-to", directory.resolve(pair[1]), "--", "echo", "x");
            assertEquals(2, ended.status(), String.join(" ", pair) + ended.err());
            assertTrue(ended.err().startsWith("counterfoil run: --response-to: " + directory.resolve(pair[1]) + " is "), ended.err());
        }
        assertArrayEquals(journal, Files.readAllBytes(directory.resolve("j.db")));
        assertEquals("input\n", Files.readString(directory.resolve("in")));
        assertFalse(Files.exists(directory.resolve("new.db")));
    }

    @Test
    void an_older_response_is_replaced_where_it_lies_and_leaves_nothing_beside_it() throws IOException {
        Path kept = Files.writeString(Files.createDirectory(directory.resolve("kept")).resolve("r"), "a longer older response");
        Files.createSymbolicLink(directory.resolve("link"), kept);
        assertEquals(0, cli.run("run", "--journal", "j.db", "--id", "a", "--response-to", "link", "--", "echo", "new").status());
        assertEquals("new\n", Files.readString(kept));
        assertTrue(Files.isSymbolicLink(directory.resolve("link")));
        try (Stream<Path> beside = Files.list(kept.getParent())) {
            assertEquals(1, beside.count());
        }
    }

    @Test
    void a_journal_that_is_not_available_is_6() throws IOException {
        Cli.Ended missing = cli.run("run", "--journal", "no/j.db", "--id", "a", "--", "true");
        assertEquals(6, missing.status(), missing.err());
        assertTrue(missing.err().startsWith("missing, "), missing.err());
        write("other", "this is no journal, and long enough not to be taken for an empty file of some kind by anybody at all");
        Cli.Ended other = cli.run("run", "--journal", "other", "--id", "a", "--", "true");
        assertEquals(6, other.status(), other.err());
        assertTrue(other.err().startsWith("not_a_journal, "), other.err());
    }

    @Test
    void a_damaged_journal_is_5() throws IOException, SQLException {
        write("s.json", spec("a", "1", "true"));
        assertEquals(0, cli.run("run", "--journal", "j.db", "--spec", "s.json").status());
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("j.db"));
                Statement statement = connection.createStatement()) {
            assertEquals(1, statement.executeUpdate("update record set body = cast(replace(cast(body as text), 'fresh', 'retry')"
                    + " as blob) where key ="
                    + " (select min(key) + 1 from record)"));
        }
        Cli.Ended ended = cli.run("run", "--journal", "j.db", "--spec", "s.json");
        assertEquals(5, ended.status(), ended.err());
        assertEquals("", ended.out());
        assertTrue(ended.err().contains("damaged, "), ended.err());
    }

    @Test
    void a_closed_stdin_is_told_and_is_no_spec() throws IOException {
        Cli.Ended ended = cli.runRedirected("<&-", "run", "--journal", "j.db", "--spec", "-");
        assertEquals(2, ended.status());
        assertEquals("stdin: cannot be read: it is closed\n", ended.err());
        assertFalse(Files.exists(directory.resolve("j.db")));
    }

    @Test
    void a_full_disk_behind_stdout_is_told() throws IOException {
        Cli.Ended ended = cli.runRedirected(">/dev/full", "run", "--journal", "j.db", "--id", "a", "--", "true");
        assertEquals(1, ended.status());
        assertTrue(ended.err().startsWith("stdout: a result could not be written"), ended.err());
    }

    @Test
    void text_is_for_people() {
        Cli.Ended ended = cli.run("run", "--journal", "j.db", "--format", "text", "--id", "a", "--", "printf", "x\\033[31my\\nz");
        assertEquals("a                         settled    completed               confirmed      attempts 1  command\n"
                + "  x\uFFFD[31my\n  z\n", ended.out());
    }
}
