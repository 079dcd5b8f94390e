// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Signals, crashes and what {@code recover} makes of them. Providers wait for the test at a named pipe: opening one end waits for the
 * other.
 */
@Tag("once")
class StopAndRecoverTest {
    private static final String WAITS = "cat gate";
    private static final String STOPPED = "counterfoil: stopped by SIGTERM; what is not finished stays open, run it again to go on\n";

    @TempDir
    Path directory;

    private Cli cli;

    @BeforeEach
    void begin() throws IOException, InterruptedException {
        cli = new Cli(directory);
        for (String pipe : List.of("gate", "started")) {
            assertEquals(0, new ProcessBuilder("mkfifo", directory.resolve(pipe).toString()).start().waitFor());
        }
    }

    /** A run whose provider has been started, for the intent is durable and the pipe will be opened. */
    private final class Running {
        private final Process process;
        private final BufferedReader out;
        private final List<String> lines = new ArrayList<>();

        Running(String... arguments) throws IOException {
            process = cli.start(Redirect.PIPE, arguments);
            out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        }

        void awaitIntent() throws IOException {
            String line = out.readLine();
            while (!line.contains("intent_committed")) {
                line = out.readLine();
            }
        }

        Cli.Ended end() throws IOException {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                lines.add(line);
            }
            return cli.end(process, lines.stream().collect(Collectors.joining("\n", "", "\n")));
        }
    }

    private void open() throws IOException {
        Files.writeString(directory.resolve("gate"), "opened");
    }

    private long calls() throws IOException {
        return Files.readString(directory.resolve("calls")).lines().count();
    }

    @Test
    void after_the_first_signal_a_running_attempt_may_finish() throws IOException {
        Running run = new Running("run", "--journal", "j.db", "--events", "--id", "a", "--", "sh", "-c", WAITS);
        run.awaitIntent();
        run.process.toHandle().destroy();
        open();
        Cli.Ended ended = run.end();
        assertEquals(143, ended.status());
        assertTrue(ended.out().contains("\"status\":\"settled\""), ended.out());
        assertTrue(ended.out().contains("\"response\":\"opened\""), ended.out());
        assertEquals(STOPPED, ended.err());
    }

    @Test
    void after_the_grace_a_running_attempt_is_ended_and_uncertain_and_nothing_more_is_started() throws IOException {
        String begins = "echo begun > started; exec cat gate";
        Files.writeString(
                directory.resolve("s.jsonl"), (spec("a") + "\n" + spec("b") + "\n").replace("exec cat gate", begins));
        Running run = new Running("run", "--journal", "j.db", "--events", "--grace", "1ms", "--spec", "s.jsonl");
        assertEquals("begun\n", Files.readString(directory.resolve("started")));
        run.process.toHandle().destroy();
        Cli.Ended ended = run.end();
        assertEquals(143, ended.status());
        assertEquals(1, ended.lines().stream().filter(line -> line.contains("\"status\":\"uncertain\"")).count(), ended.out());
        assertTrue(ended.err().startsWith("a: uncertain, "), ended.err());
        assertTrue(ended.err().endsWith("\n" + STOPPED), ended.err());
        assertEquals(2, ended.err().lines().count(), ended.err());
    }

    private static String spec(String id) {
        return "{\"id\":\"" + id + "\",\"request\":1,\"limits\":{\"max_calls\":1},\"providers\":[{\"id\":\"p\",\"exec\":[\"sh\",\"-c\","
                + "\"exec cat gate\"]}]}";
    }

    @Test
    void a_signal_ends_a_run_that_waits_for_its_stdin() throws IOException {
        Running run = new Running("run", "--journal", "j.db", "--events", "--spec", "-");
        run.process.getOutputStream().write((spec("a").replace("exec cat gate", "true") + "\n").getBytes(StandardCharsets.UTF_8));
        run.process.getOutputStream().flush();
        run.awaitIntent();
        run.process.toHandle().destroy();
        Cli.Ended ended = run.end();
        assertEquals(143, ended.status());
        assertEquals(STOPPED, ended.err());
    }

    @Test
    void a_reader_that_goes_away_is_told_in_one_line() throws IOException {
        Process process = cli.start(Redirect.PIPE, "run", "--journal", "j.db", "--id", "a", "--", "sh", "-c", WAITS);
        process.getInputStream().close();
        open();
        Cli.Ended ended = cli.end(process, "none");
        assertEquals(1, ended.status());
        assertTrue(ended.err().startsWith("stdout: a result could not be written"), ended.err());
        assertEquals(1, ended.err().lines().count(), ended.err());
    }

    @Test
    void a_crash_leaves_a_doubt_that_recover_reports_and_never_sends_again() throws IOException, InterruptedException {
        crash("--id", "a", "--", "sh", "-c", "echo x >>calls; echo up >started; cat gate");
        for (int i = 0; i < 2; i++) {
            Cli.Ended recovered = cli.run("recover", "--journal", "j.db");
            assertEquals(4, recovered.status(), recovered.err());
            assertTrue(recovered.out().contains("\"status\":\"uncertain\",\"reason\":\"open_intent\""), recovered.out());
            assertTrue(recovered.err().startsWith("a: uncertain, open_intent"), recovered.err());
        }
        assertEquals(1, calls());
    }

    @Test
    void a_read_only_command_is_run_again_by_recover_with_its_stored_input() throws IOException, InterruptedException {
        Files.writeString(directory.resolve("input"), "what it reads");
        String command = "cat; echo x >>calls; if test -e again; then exit 0; fi; touch again; echo up >started; cat gate";
        crash("--id", "a", "--contract", "read_only", "--doubt", "redeliver", "--max-calls", "2", "--backoff", "none", "--input", "input",
                "--", "sh", "-c", command);
        Files.delete(directory.resolve("input"));
        Cli.Ended recovered = cli.run("recover", "--journal", "j.db");
        assertEquals(0, recovered.status(), recovered.err());
        assertTrue(recovered.out().contains("\"response\":\"what it reads\""), recovered.out());
        assertEquals(2, calls());
    }

    @Test
    void where_nothing_is_open_recover_says_nothing_and_where_no_journal_is_it_makes_none() {
        Cli.Ended missing = cli.run("recover", "--journal", "j.db");
        assertEquals(6, missing.status());
        assertTrue(Files.notExists(directory.resolve("j.db")));
        assertEquals(0, cli.run("run", "--journal", "j.db", "--id", "a", "--", "true").status());
        Cli.Ended nothing = cli.run("recover", "--journal", "j.db");
        assertEquals(0, nothing.status());
        assertEquals("", nothing.out());
    }

    @Test
    void damage_in_what_is_closed_is_told_by_recover_beside_what_it_resumes() throws Exception {
        assertEquals(0, cli.run("run", "--journal", "j.db", "--id", "closed", "--", "echo", "paid").status());
        crash("--id", "open", "--", "sh", "-c", "echo up >started; cat gate");
        Cli.Ended sound = cli.run("recover", "--journal", "j.db");
        assertEquals(4, sound.status(), sound.err());
        InspectedJournal.tamper(directory.resolve("j.db"), "update record set payload = cast('said' || char(10) as blob) where payload ="
                + " cast('paid' || char(10) as blob)");
        Cli.Ended damaged = cli.run("recover", "--journal", "j.db");
        assertEquals(5, damaged.status(), damaged.err());
        assertTrue(damaged.out().contains("\"invocation\":\"open\",\"status\":\"uncertain\""), damaged.out());
        List<String> told = cli.run("verify", "j.db").lines();
        assertEquals(1, told.size());
        assertEquals(told, damaged.err().lines().filter(line -> line.startsWith("closed: ")).toList(), damaged.err());
    }

    /** Runs a command that waits at the gate, kills the process while it does, and then lets the orphan go. */
    private void crash(String... command) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("run", "--journal", "j.db", "--events"));
        arguments.addAll(List.of(command));
        Running run = new Running(arguments.toArray(String[]::new));
        run.awaitIntent();
        assertEquals("up\n", Files.readString(directory.resolve("started")));
        run.process.destroyForcibly().waitFor();
        open();
    }
}
