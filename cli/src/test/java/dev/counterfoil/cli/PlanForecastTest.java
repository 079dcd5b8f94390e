// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code plan} of invocations: from their specs, and of what is left of them in a journal. */
class PlanForecastTest {
    @TempDir
    private Path directory;

    private Path spec(String limits, String more) throws IOException {
        return Files.writeString(directory.resolve("spec.json"), "{\"id\": \"order\", \"request\": 1, \"limits\": {" + limits + "},"
                + " \"backoff\": {\"kind\": \"fixed\", \"initial\": \"100ms\", \"max\": \"1s\", \"jitter\": \"none\"},"
                + " \"quote\": {\"cost_micros\": 30}, " + more
                + "\"providers\": [{\"id\": \"a\", \"max_retries\": 1, \"exec\": [\"true\"]},"
                + " {\"id\": \"b\", \"exec\": [\"true\"], \"quote\": {\"cost_micros\": 50}}]}");
    }

    @Test
    void a_spec_is_planned_with_its_retries_failovers_and_the_waits_before_each() throws IOException {
        Path spec = spec("\"max_calls\": 4, \"max_retries\": 2, \"max_cost_micros\": 1000", "\"attempt_timeout\": \"1s\", ");
        Cli.Ended json = Inside.run("plan", "--spec", spec, "--format", "json");
        assertEquals(0, json.status(), json.err());
        assertTrue(json.out().startsWith("{\"invocation\":\"order\",\"then\":\"calls_exhausted\",\"valid\":true,\"upperBoundMs\":4300,"),
                json.out());
        assertTrue(json.out().contains("{\"unit\":\"cost_micros\",\"required\":160,\"status\":\"admissible\",\"limit\":1000,"), json.out());
        String text = Inside.run("plan", "--spec", spec).out();
        assertTrue(text.startsWith("order fits, at worst 4.3s, 4 attempts"), text);
        assertTrue(text.contains("fresh at a 1s") && text.contains("retry at a 1s") && text.contains("failover at b 1s"), text);
    }

    @Test
    void one_that_does_not_fit_ends_with_3_unless_that_is_allowed_and_one_that_makes_no_attempt_always() throws IOException {
        Path tight = spec("\"max_calls\": 4, \"max_latency_millis\": 2500", "\"attempt_timeout\": \"1s\", ");
        Cli.Ended ended = Inside.run("plan", "--spec", tight, "--format", "json");
        assertEquals(3, ended.status(), ended.out());
        assertTrue(ended.out().contains("\"declared\":4,\"completeFit\":2,\"startFit\":3,"), ended.out());
        assertEquals(0, Inside.run("plan", "--spec", tight, "--allow-maybe").status());
        Path nothing = spec("\"max_calls\": 4, \"max_cost_micros\": 7", "");
        Cli.Ended refused = Inside.run("plan", "--spec", nothing, "--allow-maybe");
        assertEquals(3, refused.status());
        assertEquals("order makes no attempt: cost_exhausted\n", refused.out());
    }

    @Test
    void specs_from_stdin_are_planned_line_by_line_and_what_is_none_is_told_and_skipped() throws IOException {
        String spec = Files.readString(spec("\"max_calls\": 2", "\"attempt_timeout\": \"1s\", "));
        Cli.Ended two = Inside.runWith(spec + "\n" + spec.replace("order", "other"), "plan", "--spec", "-", "--format", "json");
        assertEquals(0, two.status(), two.err());
        assertEquals(2, two.out().lines().count());
        assertTrue(two.out().startsWith(Inside.run("plan", "--spec", directory.resolve("spec.json"), "--format", "json").out()), two.out());
        Cli.Ended skipped = Inside.runWith("{}\n" + spec + "\nno spec\n", "plan", "--spec", "-", "--format", "json");
        assertEquals(2, skipped.status());
        assertEquals(1, skipped.out().lines().count());
        assertEquals(List.of("stdin:1", "stdin:3"),
                skipped.err().lines().map(line -> line.replaceAll("(stdin:[0-9]+):.*", "$1")).toList());
        Cli.Ended empty = Inside.runWith("", "plan", "--spec", "-");
        assertEquals(0, empty.status());
        assertTrue(empty.err().contains("stdin: held no spec, so nothing was planned"), empty.err());
    }

    @Test
    void a_hint_is_planned_where_it_is_declared_and_else_told_not_to_be() throws IOException {
        Path spec = spec("\"max_calls\": 4, \"max_retries\": 2, \"max_latency_millis\": 6000", "\"attempt_timeout\": \"1s\", ");
        Cli.Ended without = Inside.run("plan", "--spec", spec);
        assertEquals(0, without.status());
        assertTrue(without.out().contains("no Retry-After is planned before a retry, and a longer one is waited; with up to 950ms it fits"),
                without.out());
        Cli.Ended json = Inside.run("plan", "--spec", spec, "--retry-after", "950ms", "--format", "json");
        assertTrue(json.out().contains("\"retryAfterHeadroomMs\":950,") && json.out().contains("\"retryAfterMs\":950}"), json.out());
        assertEquals(0, json.status());
        Cli.Ended longer = Inside.run("plan", "--spec", spec, "--retry-after", "951ms");
        assertEquals(3, longer.status());
        assertTrue(longer.out().contains("a Retry-After of 951ms is planned before a retry"), longer.out());
        assertEquals(2, Inside.run("plan", "--spec", spec, "--retry-after", "soon").status());
        assertEquals(2, Inside.runWith("{\"type\":\"attempt\",\"duration\":1}", "plan", "--retry-after", "1s").status());
    }

    @Test
    void what_chance_and_code_make_of_the_waits_of_a_spec_is_told() throws IOException {
        Path spec = spec("\"max_calls\": 3, \"max_retries\": 1", "\"attempt_timeout\": \"1s\", ");
        String jittered = Files.readString(spec).replace("\"jitter\": \"none\"", "\"jitter\": \"full\"");
        String full = Inside.run("plan", "--spec", Files.writeString(spec, jittered), "--format", "json").out();
        assertTrue(full.contains("\"waitMs\":{\"min\":0,\"mean\":100,\"max\":200}") && full.contains("jitter_upper_bound"), full);
        String decorrelated = Inside.run("plan", "--spec", Files.writeString(spec, jittered.replace("fixed", "decorrelated")
                .replace("\"jitter\": \"full\"", "\"jitter\": \"none\"")), "--format", "json").out();
        assertTrue(decorrelated.contains("\"waitMs\":{\"min\":2000,\"mean\":2000,\"max\":2000}"), decorrelated);
        assertEquals(2, decorrelated.split("dynamic_backoff_upper_bound", -1).length - 1, decorrelated);
    }

    @Test
    void several_invocations_are_one_page_on_which_each_is_named() throws IOException {
        String one = "{\"id\": \"%s\", \"request\": 1, \"limits\": {\"max_calls\": 2, \"max_cost_micros\": %d},"
                + " \"quote\": {\"cost_micros\": 30},\"attempt_timeout\": \"1s\", \"retry_budget\": \"b\","
                + " \"providers\": [{\"id\": \"a\", \"exec\": [\"true\"]}]}\n";
        Path three = Files.writeString(directory.resolve("three.jsonl"), one.formatted("first", 90) + one.formatted("none", 7)
                + one.formatted("<last>", 60));
        Cli.Ended page = Inside.run("plan", "--spec", three, "--retry-budget", "b=9", "--format", "html");
        assertEquals(1, page.out().split("<!DOCTYPE", -1).length - 1, page.out() + page.err());
        assertEquals(1, page.out().split("</html>", -1).length - 1, page.out());
        assertTrue(page.out().stripTrailing().endsWith("</html>"), page.out());
        assertTrue(page.out().contains("<h2>first: fits</h2>") && page.out().contains("<h2>&lt;last&gt;: fits</h2>"), page.out());
        assertTrue(page.out().contains("<h2>none makes no attempt: cost_exhausted</h2>"), page.out());
        assertTrue(page.out().contains("then calls_exhausted") && page.out().contains("budget b: admissible"), page.out());
    }

    @Test
    void damage_is_named_and_ends_with_5() throws IOException, SQLException {
        Path journal = directory.resolve("j.db");
        InspectedJournal.make(journal);
        try (Connection raw = DriverManager.getConnection("jdbc:sqlite:" + journal); Statement statement = raw.createStatement()) {
            assertTrue(statement.executeUpdate("UPDATE record SET digest = zeroblob(32)") > 0);
        }
        Cli.Ended ended = Inside.run("plan", "--journal", journal, "settled");
        assertEquals(5, ended.status());
        assertTrue(ended.err().contains("settled: digest_differs"), ended.err());
        assertEquals("", ended.out());
    }

    @Test
    void what_is_left_of_an_invocation_is_planned_from_its_journal() {
        Path journal = directory.resolve("j.db");
        assertEquals(4, Inside.run("run", "--journal", journal, "--id", "paid", "--max-calls", "3", "--", "false").status());
        Cli.Ended doubt = Inside.run("plan", "--journal", journal, "paid");
        assertEquals(4, doubt.status());
        assertTrue(doubt.err().contains("counterfoil reconcile"), doubt.err());
        assertEquals(0, Inside.run("reconcile", journal, "paid", "0", "--verdict", "not_applied", "--evidence", "asked").status());
        Cli.Ended left = Inside.run("plan", "--journal", journal, "paid", "--format", "json");
        assertEquals(0, left.status(), left.err());
        assertTrue(left.out().contains("\"then\":\"calls_exhausted\"") && left.out().contains("\"attempts\":2,"), left.out());
        assertTrue(left.out().contains("{\"unit\":\"calls\",\"required\":2,\"status\":\"admissible\",\"limit\":3,\"spent\":1,"),
                left.out());
        assertTrue(Inside.run("plan", "--journal", journal, "paid").out().contains("redelivery at command"));
    }

    @Test
    void what_is_closed_has_nothing_left_and_what_is_unknown_is_a_conflict() {
        Path journal = directory.resolve("j.db");
        InspectedJournal.make(journal);
        Cli.Ended settled = Inside.run("plan", "--journal", journal, "settled");
        assertEquals("settled makes no attempt: settled\n", settled.out());
        assertEquals(0, settled.status());
        assertEquals(7, Inside.run("plan", "--journal", journal, "unknown").status());
        assertEquals(6, Inside.run("plan", "--journal", directory.resolve("gone.db"), "x").status());
        assertEquals(2, Inside.run("plan", "--journal", journal).status());
        assertEquals(2, Inside.run("plan", "policy.json", "--spec", "spec.json").status());
    }
}
