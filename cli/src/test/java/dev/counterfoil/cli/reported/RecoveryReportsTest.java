// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.reported;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.cli.Cli;
import dev.counterfoil.cli.CommandHere;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What users reported of recovery, with processes that are killed. The provider tells its start and waits for the test, at named pipes. */
@Tag("once")
final class RecoveryReportsTest {
    private static final String KILLED = "\"operation\":{\"contract\":\"%s\"},\"doubt\":\"%s\",";

    @TempDir
    private Path directory;

    private Path journal;
    private Path spec;

    @BeforeEach
    void begin() throws IOException, InterruptedException {
        journal = directory.resolve("j.db");
        spec = directory.resolve("spec.json");
        for (String pipe : List.of("gate", "started")) {
            assertEquals(0, new ProcessBuilder("mkfifo", directory.resolve(pipe).toString()).start().waitFor());
        }
    }

    private Cli cli(String name) throws IOException {
        return new Cli(Files.createDirectories(directory.resolve(name)));
    }

    /** Runs a spec of five calls and a fallback, and kills the process while its provider works. */
    private void killedAtDispatch(String contract, String doubt) throws IOException, InterruptedException {
        String exec = "\"exec\":[\"sh\",\"-c\",\"cd " + directory + "; echo x >>calls; echo up >started; cat gate\"],"
                + "\"retryable_exit_codes\":[75]";
        Files.writeString(spec, "{\"id\":\"a\",\"request\":1," + KILLED.formatted(contract, doubt)
                + "\"limits\":{\"max_calls\":5,\"max_retries\":4,\"max_failovers\":1},\"backoff\":{\"kind\":\"none\"},"
                + "\"providers\":[{\"id\":\"first\"," + exec + "},{\"id\":\"second\"," + exec + "}]}");
        Process run = cli("killed").start(Redirect.PIPE, "run", "--journal", journal.toString(), "--events", "--spec", spec.toString());
        try (BufferedReader events = new BufferedReader(new InputStreamReader(run.getInputStream(), StandardCharsets.UTF_8))) {
            String event = events.readLine();
            while (event != null && !event.contains("intent_committed")) {
                event = events.readLine();
            }
            assertNotNull(event, "the run ended");
            started();
        }
        run.toHandle().destroyForcibly();
        run.waitFor();
        open();
    }

    private void started() throws IOException {
        assertEquals("up\n", Files.readString(directory.resolve("started")));
    }

    private void open() throws IOException {
        Files.writeString(directory.resolve("gate"), "opened");
    }

    private long calls() throws IOException {
        return Files.readString(directory.resolve("calls")).lines().count();
    }

    @Test
    void A3_a_process_killed_at_its_dispatch_leaves_a_doubt_and_four_calls_that_nobody_makes() throws Exception {
        killedAtDispatch("non_idempotent", "strict");
        String at = journal.toString();
        for (List<String> command : List.of(List.of("run", "--journal", at, "--spec", spec.toString()), List.of("recover", "--journal", at),
                List.of("recover", "--journal", at, "--spec", spec.toString()))) {
            CommandHere told = CommandHere.run(command.toArray(String[]::new));
            assertEquals(4, told.exit(), told.toString());
            assertTrue(told.out().get(0).contains("\"status\":\"uncertain\",\"reason\":\"open_intent\",\"business_state\":\"unknown\""),
                    told.toString());
            assertTrue(told.out().get(0).contains("\"totals\":{\"calls\":1,"), told.toString());
        }
        assertEquals(1, calls());
    }

    @Test
    void A2_of_two_processes_that_recover_at_once_one_goes_on_the_other_is_refused_and_there_is_one_end() throws Exception {
        killedAtDispatch("read_only", "redeliver");
        String at = journal.toString();
        Cli one = cli("one");
        Cli other = cli("other");
        Process first = one.start(Redirect.to(directory.resolve("first").toFile()), "recover", "--journal", at, "--wait", "0ms");
        Process second = other.start(Redirect.to(directory.resolve("second").toFile()), "recover", "--journal", at, "--wait", "0ms");
        started();
        CompletableFuture.anyOf(first.onExit(), second.onExit()).get(60, TimeUnit.SECONDS);
        boolean won = first.isAlive();
        assertTrue(won || second.isAlive(), "one waits for its provider");
        Cli.Ended refused = won ? other.end(second, "none") : one.end(first, "none");
        assertEquals(6, refused.status(), refused.err());
        assertTrue(refused.err().startsWith("a: owned_elsewhere"), refused.err());
        open();
        Cli.Ended done = won ? one.end(first, "done") : other.end(second, "done");
        assertEquals(0, done.status(), done.err());
        assertEquals(2, calls());
        assertOneEnd(Files.readString(directory.resolve(won ? "first" : "second")));
        assertEquals("", Files.readString(directory.resolve(won ? "second" : "first")));
    }

    private void assertOneEnd(String told) {
        assertTrue(told.contains("\"status\":\"settled\"") && told.contains("\"response\":\"opened\""), told);
        List<String> dump = CommandHere.run("dump", journal.toString(), "--format", "jsonl").out();
        assertEquals(1, dump.stream().filter(line -> line.contains("\"record\":\"closing\"")).count(), dump.toString());
        CommandHere again = CommandHere.run("run", "--journal", journal.toString(), "--spec", spec.toString());
        assertEquals(told.strip().replace("\"replayed\":false", "\"replayed\":true"), again.out().get(0));
        CommandHere replay = CommandHere.run("replay", journal.toString(), "--format", "json");
        assertTrue(replay.out().get(0).contains("\"totals\":{\"calls\":2,"), replay.toString());
        assertEquals(0, CommandHere.run("verify", journal.toString()).exit());
    }
}
