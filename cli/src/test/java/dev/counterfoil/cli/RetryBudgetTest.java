// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Budgets of retries that the invocations of one command share, and what is said before a spec runs that can never fit. */
class RetryBudgetTest {
    private static final String SHARED = ", \"retry_budget\": \"provider\"";

    @TempDir
    private Path directory;

    private String spec(String id, String limits, String more) {
        return "{\"id\": \"" + id + "\", \"request\": 1, \"limits\": {" + limits + "}, \"backoff\": {\"kind\": \"none\"}" + more
                + ", \"providers\": [{\"id\": \"p\", \"exec\": [\"sh\", \"-c\", \"exit 75\"], \"retryable_exit_codes\": [75]}]}\n";
    }

    private Path specs(String... lines) throws IOException {
        return Files.writeString(directory.resolve("specs.jsonl"), String.join("", lines));
    }

    private Path journal() {
        return directory.resolve("j.db");
    }

    private static long retries(Cli.Ended ended) {
        return ended.out().lines().mapToLong(line -> Long.parseLong(line.replaceAll(".*\"retries\":([0-9]+).*", "$1"))).sum();
    }

    @Test
    void the_invocations_of_a_run_that_name_a_budget_share_it_and_others_do_not() throws IOException {
        Path specs = specs(spec("a", "\"max_calls\": 3", SHARED), spec("b", "\"max_calls\": 3", SHARED),
                spec("alone", "\"max_calls\": 3", ""), spec("c", "\"max_calls\": 3", SHARED));
        Cli.Ended ended = Inside.run("run", "--journal", journal(), "--spec", specs, "--retry-budget", "provider=3", "--parallel", "4");
        assertEquals(3, ended.status());
        assertEquals(3 + 2, retries(ended), ended.out());
        String reasons = ended.out().lines().map(line -> line.replaceAll(".*\"reason\":\"([a-z_]+)\".*", "$1")).sorted()
                .collect(Collectors.joining(" "));
        assertTrue(reasons.startsWith("calls_exhausted") && reasons.endsWith("retry_budget_exhausted"), reasons);
    }

    @Test
    void the_budget_is_not_bound_to_the_id() throws IOException {
        Path named = specs(spec("a", "\"max_calls\": 3", SHARED));
        assertEquals(3, Inside.run("run", "--journal", journal(), "--spec", named, "--retry-budget", "provider=0").status());
        for (List<String> more : List.of(List.<String>of(), List.of("--retry-budget", "provider=9"))) {
            Path again = specs(spec("a", "\"max_calls\": 3", more.isEmpty() ? "" : SHARED));
            Object[] words = Stream.concat(Stream.of("run", "--journal", journal(), "--spec", again), more.stream()).toArray();
            Cli.Ended ended = Inside.run(words);
            assertEquals(3, ended.status(), ended.err());
            assertTrue(ended.out().contains("\"reason\":\"retry_budget_exhausted\""), ended.out());
            assertTrue(ended.out().contains("\"replayed\":true"), ended.out());
        }
    }

    @Test
    void a_budget_that_nobody_defines_is_refused_before_anything_is_written() throws IOException {
        Path specs = specs(spec("a", "\"max_calls\": 3", ""), spec("b", "\"max_calls\": 3", SHARED));
        for (Object[] words : List.of(
                new Object[] {"run", "--journal", journal(), "--spec", specs, "--retry-budget", "other=3"},
                new Object[] {"recover", "--journal", journal(), "--spec", specs},
                new Object[] {"plan", "--spec", specs})) {
            Cli.Ended ended = Inside.run(words);
            assertEquals(2, ended.status());
            assertTrue(ended.err().contains("specs.jsonl:2: $.retry_budget: this budget is not defined"), ended.err());
            assertFalse(Files.exists(journal()));
        }
    }

    @ParameterizedTest
    @CsvSource({"provider", "provider=", "=3", "provider=-1", "provider=1.5", "provider=9007199254740992", "provider=99999999999999999999"})
    void what_is_no_name_and_number_is_refused(String given) throws IOException {
        Path specs = specs(spec("a", "\"max_calls\": 3", SHARED));
        for (String command : List.of("run", "plan")) {
            Cli.Ended ended = command.equals("run") ? Inside.run("run", "--journal", journal(), "--spec", specs, "--retry-budget", given)
                    : Inside.run("plan", "--spec", specs, "--retry-budget", given);
            assertEquals(2, ended.status(), ended.err());
            assertTrue(ended.err().startsWith("counterfoil: --retry-budget: ") || ended.err().contains("--retry-budget: "), ended.err());
            assertFalse(Files.exists(journal()));
        }
    }

    @Test
    void it_is_given_once_for_each_name_and_not_where_nothing_can_name_it() throws IOException {
        Path specs = specs(spec("a", "\"max_calls\": 2", ", \"retry_budget\": \"x=y\""));
        assertEquals(2, Inside.run(
                "run", "--journal", journal(), "--spec", specs, "--retry-budget", "x=y=1", "--retry-budget", "x=y=2").status());
        assertEquals(2, Inside.run("run", "--journal", journal(), "--id", "i", "--retry-budget", "b=1", "--", "true").status());
        assertEquals(2, Inside.runWith("{}", "plan", "--retry-budget", "b=1").status());
        assertEquals(2, Inside.run("plan", "--journal", journal(), "a", "--retry-budget", "b=1", "--retry-budget", "c=1").status());
        assertFalse(Files.exists(journal()));
        Cli.Ended ended = Inside.run("run", "--journal", journal(), "--spec", specs, "--retry-budget", "x=y=1");
        assertEquals(1, retries(ended), ended.err());
    }

    @Test
    void a_plan_tells_what_all_that_share_a_budget_may_ask_of_it() throws IOException {
        Path specs = specs(spec("a", "\"max_calls\": 3", SHARED), spec("b", "\"max_calls\": 4", SHARED), spec("c", "\"max_calls\": 9", ""));
        Cli.Ended enough = Inside.run("plan", "--spec", specs, "--retry-budget", "provider=5", "--format", "json");
        assertEquals(0, enough.status(), enough.err());
        assertEquals("{\"retryBudgets\":[{\"key\":\"provider\",\"required\":5,\"status\":\"admissible\",\"limit\":5,\"spent\":0,"
                + "\"remaining\":5}]}", enough.lines().get(3));
        Cli.Ended little = Inside.run("plan", "--spec", specs, "--retry-budget", "provider=2");
        assertEquals(3, little.status());
        assertTrue(little.out().endsWith("budget provider: exceeded, 5 retries asked, 2 left\n"), little.out());
        assertTrue(little.out().contains("then retry_budget_exhausted"), little.out());
        assertTrue(little.err().contains("budget provider: exceeded at worst; raise it, or lower max_retries"), little.err());
    }

    @Test
    void what_is_left_of_an_invocation_is_planned_with_the_budget_that_is_given() throws IOException {
        Path specs = specs(spec("a", "\"max_calls\": 9", "").replace("exit 75", "exit 1"));
        assertEquals(4, Inside.run("run", "--journal", journal(), "--spec", specs).status());
        assertEquals(0, Inside.run("reconcile", journal(), "a", "0", "--verdict", "not_applied", "--evidence", "asked").status());
        Cli.Ended left = Inside.run("plan", "--journal", journal(), "a", "--retry-budget", "any=2", "--format", "json");
        assertTrue(left.lines().get(0).contains("\"then\":\"retry_budget_exhausted\""), left.out());
        assertTrue(left.lines().get(0).contains("\"attempts\":2,"), left.out());
        assertTrue(left.lines().get(1).contains("\"required\":8,\"status\":\"exceeded\",\"limit\":2"), left.out());
        assertEquals(3, left.status());
    }

    @Test
    void a_run_says_once_before_it_starts_anything_that_some_of_it_can_never_fit_and_refuses_nothing() throws IOException {
        Path specs = specs(spec("first", "\"max_calls\": 1", ""), spec("late", "\"max_calls\": 1, \"max_latency_millis\": 0", ""),
                spec("dear", "\"max_calls\": 1, \"max_cost_micros\": 1", ", \"quote\": {\"cost_micros\": 2}"));
        Cli.Ended ended = Inside.run("run", "--journal", journal(), "--spec", specs);
        assertEquals(3, ended.status());
        assertEquals("late: deadline_exceeded, no attempt can be made; see its limits (and 1 more that can never fit)",
                ended.err().lines().findFirst().orElseThrow().replaceFirst("^counterfoil: ", ""), ended.err());
        assertEquals(3, ended.lines().size());
        Cli.Ended again = Inside.run("run", "--journal", journal(), "--spec", specs);
        assertFalse(again.err().contains("can never fit") || again.err().contains("no attempt can be made"), again.err());
    }
}
