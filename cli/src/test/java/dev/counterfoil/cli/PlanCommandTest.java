// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code plan}: one policy for people, many for programs. */
class PlanCommandTest {
    private static final String ATTEMPT = "{\"type\":\"attempt\",\"duration\":\"800ms\"}";
    private static final String RETRY = "{\"type\":\"retry\",\"attempt\":" + ATTEMPT
            + ",\"retry\":{\"times\":4,\"initialDelay\":\"100ms\",\"factor\":2,\"jitter\":false}}";

    @TempDir
    private Path directory;

    @Test
    void each_line_is_answered_in_order_whatever_it_holds() {
        Cli.Ended ended = Inside.runWith(
                "{\"policy\":" + ATTEMPT + "}\n\n{\"policy\":{\"type\":\"attempt\"}}\nnonsense\n{\"policy\":" + ATTEMPT + "}",
                "plan", "--lines");
        List<String> answers = ended.out().lines().toList();
        String plan = "{\"valid\":true,\"upperBoundMs\":800,\"criticalPathMs\":800,\"parallelWorkMs\":800,\"attempts\":1,"
                + "\"retryBudgets\":[],\"warnings\":[]}";
        String malformed = "{\"error\":\"malformed_request\",\"path\":\"$\"}";
        assertEquals(List.of(plan, malformed, "{\"error\":\"invalid_duration\",\"path\":\"$.policy\"}", malformed, plan), answers);
        assertEquals("", ended.err());
        assertEquals(0, ended.status());
    }

    @Test
    void a_policy_that_fits_ends_with_0() throws IOException {
        assertEquals(0, Inside.run("plan", file("{\"type\":\"timeout\",\"timeout\":3900,\"policy\":" + RETRY + "}")).status());
    }

    @Test
    void one_that_a_timeout_cuts_ends_with_3_unless_that_is_allowed() throws IOException {
        Path cut = file("{\"type\":\"timeout\",\"timeout\":\"2s\",\"policy\":" + RETRY + "}");
        Cli.Ended ended = Inside.run("plan", cut);
        assertEquals(3, ended.status());
        assertTrue(ended.err().contains("may not fit"), ended.err());
        assertTrue(ended.out().contains("retry_exceeds_timeout: it may take 3.9s and is cut after 2s"), ended.out());
        assertEquals(0, Inside.run("plan", cut, "--allow-maybe").status());
        assertEquals(3, Inside.run("plan", cut, "--format", "json").status());
    }

    @Test
    void one_that_is_invalid_ends_with_3_whatever_is_allowed() throws IOException {
        Path late = file("{\"type\":\"deadline\",\"now\":0,\"deadlineAt\":2000,\"policy\":" + RETRY + "}");
        Cli.Ended ended = Inside.run("plan", late, "--allow-maybe");
        assertEquals(3, ended.status());
        assertTrue(ended.out().startsWith("does not fit"), ended.out());
        assertTrue(ended.err().contains("the policy does not fit"), ended.err());
    }

    @Test
    void a_mistake_names_file_line_and_path() throws IOException {
        Path wrong = file("{\"policy\":\n {\"type\":\"attempt\",\n  \"duration\":\"5 ms\"}}");
        Cli.Ended ended = Inside.run("plan", wrong);
        assertEquals(2, ended.status());
        assertTrue(ended.err().contains(wrong + ":3: $.policy.duration: invalid_duration, "), ended.err());
        assertEquals("", ended.out());
        assertEquals(2, Inside.run("plan", directory.resolve("gone.json")).status());
        assertEquals(2, Inside.run("plan", wrong, "--lines", "--format", "text").status());
        assertEquals(2, Inside.run("plan", wrong, "--lines", "--allow-maybe").status());
    }

    @Test
    void a_page_for_a_browser_is_whole_and_shows_no_markup_of_others() throws IOException {
        Path named = file("{\"type\":\"timeout\",\"timeout\":\"2s\",\"policy\":"
                + RETRY.replace("\"jitter\"", "\"retryBudget\":\"<b>&\",\"jitter\"") + "}");
        Cli.Ended ended = Inside.run("plan", named, "--format", "html");
        assertEquals(3, ended.status());
        assertTrue(ended.out().startsWith("<!DOCTYPE html>") && ended.out().stripTrailing().endsWith("</html>"), ended.out());
        assertTrue(ended.out().contains("budget &lt;b&gt;&amp;: unverified"), ended.out());
        assertTrue(ended.out().contains("<line class=\"limit\""), ended.out());
        assertFalse(ended.out().contains("<b>") || ended.out().contains("http"), ended.out());
    }

    /** By the published rules a timeout that cuts makes nothing invalid, and a named budget that is unknown does. */
    @Test
    void the_answer_and_the_exit_are_of_the_same_rules() throws IOException {
        String published = ",\"options\":{\"rules\":\"published\"}}";
        Path cut = file("{\"policy\":{\"type\":\"timeout\",\"timeout\":\"2s\",\"policy\":" + RETRY + "}" + published);
        for (String format : new String[] {"json", "text", "html"}) {
            Cli.Ended ended = Inside.run("plan", cut, "--format", format);
            assertEquals(0, ended.status(), format);
            assertFalse(ended.out().contains("attempts_unreachable") || ended.out().contains("best case"), ended.out());
        }
        assertTrue(Inside.run("plan", cut).out().startsWith("valid, at worst 2s"));
        Path unknown = file("{\"policy\":" + RETRY.replace("\"times\":4", "\"times\":1,\"retryBudget\":\"P\"") + published);
        for (String format : new String[] {"json", "text", "html"}) {
            assertEquals(3, Inside.run("plan", unknown, "--format", format).status(), format);
        }
        assertTrue(Inside.run("plan", unknown).out().startsWith("not valid"));
    }

    @Test
    void a_policy_alone_is_named_as_in_its_file() throws IOException {
        String timeout = "{\"type\":\"timeout\",\"timeout\":\"2s\",\"policy\":" + RETRY + "}";
        Path alone = file(timeout);
        assertTrue(Inside.run("plan", alone).out().contains("a limit of 3.9s at $, "));
        String json = Inside.run("plan", alone, "--format", "json").out();
        assertTrue(json.contains("\"path\":\"$.policy\"") && json.contains("\"limitAt\":\"$\""), json);
        Path request = file("{\"policy\":" + timeout + "}");
        assertTrue(Inside.run("plan", request).out().contains("a limit of 3.9s at $.policy, "));
    }

    @Test
    void bars_stand_in_line_however_deep_or_long_the_labels_are() throws IOException {
        String deep = "{\"type\":\"attempt\",\"duration\":1,\"label\":\"" + "\u6f22".repeat(90) + "\"}";
        for (int i = 0; i < 64; i++) {
            deep = "{\"type\":\"series\",\"policies\":[" + deep + "]}";
        }
        String drawn = Inside.run("plan", file(deep)).out();
        assertTrue(drawn.lines().allMatch(line -> line.length() < 64 + 48 + 16), drawn);
        assertTrue(Inside.runWith("{\"type\":\"attempt\",\"duration\":0}", "plan").out().contains("attempt 0ms  █"));
    }

    @Test
    void attempts_are_drawn_cut_where_their_own_time_is_over() throws IOException {
        Path timed = file(RETRY.replace("\"times\":4", "\"times\":1,\"attemptTimeout\":400"));
        assertTrue(Inside.run("plan", timed).out().contains("│░"), Inside.run("plan", timed).out());
    }

    @Test
    void stdin_is_read_where_no_file_is_named() {
        assertEquals(0, Inside.runWith(ATTEMPT, "plan").status());
        assertEquals(0, Inside.runWith(ATTEMPT, "plan", "-").status());
    }

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("policy.json"), text);
    }
}
