// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.reported;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.cli.CommandHere;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A54 over the command line: a canary in request, key, arguments, answer, report, stderr and evidence, every command that there is, and
 * everything that it prints. An answer is shown where an answer is asked for, and nowhere else.
 */
final class SecretCommandsTest {
    private static final String CANARY = "canary";
    private static final Pattern ANSWER = Pattern.compile("\"response\":\"canary-response\"|^ +canary-response$");
    private static final String SCRIPT = "cat >/dev/null; echo canary-std''err >&2; printf canary-report >$COUNTERFOIL_REPORT;"
            + " printf canary-response; case $COUNTERFOIL_INVOCATION$COUNTERFOIL_ORDINAL in settled0) exit 75;; doubt*) exit 9;;"
            + " stopped*) exit 77;; esac";

    @TempDir
    private Path directory;

    private final Set<String> used = new TreeSet<>();
    private final List<String> telling = new ArrayList<>();
    private Path journal;

    @BeforeEach
    void begin() {
        journal = directory.resolve("j.db");
    }

    private static String spec(String id, String request, String key) {
        return "{\"id\":\"" + id + "\",\"request\":{\"card\":\"" + request + "\"},"
                + "\"operation\":{\"scope\":\"acme\",\"key\":\"" + key + "\"},"
                + "\"limits\":{\"max_calls\":3},\"backoff\":{\"kind\":\"none\"},\"providers\":[{\"id\":\"p\",\"exec\":[\"sh\",\"-c\",\""
                + SCRIPT + "\",\"canary-argument\"],\"retryable_exit_codes\":[75],\"permanent_exit_codes\":[77]}]}\n";
    }

    private String file(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content).toString();
    }

    /** Runs it, and keeps each line that shows a canary. */
    private CommandHere look(int exit, String... words) {
        used.add(words[0]);
        CommandHere told = CommandHere.run(words);
        assertEquals(exit, told.exit(), Arrays.toString(words) + told);
        for (List<String> lines : List.of(told.out(), told.err())) {
            for (String line : lines) {
                if (ANSWER.matcher(line).replaceAll("").contains(CANARY)) {
                    telling.add(String.join(" ", words) + ": " + line);
                }
            }
        }
        return told;
    }

    private void run(int exit, String... more) {
        List<String> words = new ArrayList<>(List.of("run", "--journal", journal.toString()));
        words.addAll(List.of(more));
        look(exit, words.toArray(String[]::new));
    }

    private void make() throws IOException {
        String specs = file("s.jsonl",
                spec("settled", "canary-request", "canary-key") + spec("doubt", "canary-request", "canary-key") + spec("stopped",
                        "canary-request", "canary-key"));
        run(4, "--spec", specs, "--events");
        run(4, "--spec", specs, "--format", "text");
        run(0, "--id", "one", "--key", "canary-key", "--scope", "acme", "--contract", "receiver_idempotent", "--input",
                file("input", "canary-request"), "--", "sh", "-c", SCRIPT, "canary-argument");
        run(7, "--spec", file("other", spec("settled", "canary-other", "canary-key")));
        run(7, "--spec", file("other", spec("settled", "canary-request", "canary-other")));
        run(7, "--id", "one", "--", "echo", "canary-other");
        run(3, "--id", "missing", "--", "/nowhere/canary-argument");
    }

    private void refuse() throws IOException {
        run(2, "--spec", file("bad", "{\"id\":\"x\",\"request\":\"canary-request\",}"));
        run(2, "--spec", file("bad", spec("x", "canary-request\\ud800", "canary-key")));
        run(2, "--spec", file("bad", spec("x", "canary-request", "canary-key\\u0001")));
        run(2, "--spec", file("bad", spec("x", "canary-request", "canary-key".repeat(30))));
        String good = spec("x", "canary-request", "canary-key");
        run(2, "--spec", file("bad", good.replace("\"scope\"", "\"contract\":\"canary-key\",\"scope\"")));
        run(2, "--spec", file("bad", good.replace("[75]", "[\"canary-argument\"]")));
        run(2, "--id", "x", "--key", "canary-key\u0001", "--", "true");
        run(2, "--id", "x", "--key", "canary-key", "--key", "canary-key", "--", "true");
        look(2, "reconcile", journal.toString(), "doubt", "0", "--verdict", "abandoned", "--evidence", "canary-evidence".repeat(9_000));
        look(2, "reconcile", journal.toString(), "doubt", "0", "--verdict", "no", "--evidence", "canary-evidence");
    }

    private void read(int exit) {
        String at = journal.toString();
        for (String format : List.of("text", "jsonl")) {
            look(exit, "dump", at, "--format", format);
            look(0, "dump", at, "settled", "--format", format);
        }
        for (String format : List.of("text", "json")) {
            look(exit, "list", at, "--format", format);
            look(exit, "replay", at, "--format", format);
            look(exit, "replay", at, "--by", "provider", "--format", format);
        }
        look(exit, "verify", at);
    }

    private void decide() throws IOException {
        String at = journal.toString();
        String[] found = {"reconcile", at, "doubt", "0", "--verdict", "completed", "--evidence", "canary-evidence", "--response",
            file("response", "canary-response")};
        look(4, "recover", "--journal", at, "--events");
        look(4, "cancel", at, "doubt");
        look(0, found);
        look(0, found);
        look(7, "reconcile", at, "doubt", "0", "--verdict", "not_applied", "--evidence", "canary-evidence");
        look(3, "reconcile", at, "settled", "0", "--verdict", "not_applied", "--evidence", "canary-evidence");
        look(0, "cancel", at, "settled");
        look(0, "recover", "--journal", at, "--format", "text");
    }

    private void keep() throws IOException {
        String copy = directory.resolve("copy.db").toString();
        look(0, "bench", "--journal", directory.resolve("bench.db").toString(), "--callers", "1", "--invocations", "3");
        look(2, "plan", file("policy", "{\"type\": \"attempt\", \"duration\": \"canary-request\"}"));
        look(0, "backup", journal.toString(), copy);
        look(6, "run", "--journal", copy, "--id", "x", "--", "true");
        look(0, "restore", copy, "--format", "json");
        look(0, "dump", copy);
        look(0, "prune", copy, "--settled-before", "0ms", "--dry-run");
        look(0, "prune", copy, "--settled-before", "0ms", "--format", "json");
        look(0, "dump", copy, "--format", "jsonl");
        look(0, "verify", copy);
        look(7, "run", "--journal", copy, "--spec", file("again", spec("settled", "canary-request", "canary-key")));
    }

    private void calculate() throws IOException {
        look(0, "decide", file("question", "{\"outcome\":\"unknown\",\"operation\":{\"key\":\"canary-key\",\"fingerprint\":"
                + "\"canary-request\"},\"receipt\":{\"lookup\":\"unavailable\"},\"contract\":{\"idempotent\":true,"
                + "\"reconciliation\":false,\"read_only\":false},\"attempts_started\":1,\"max_attempts\":2,\"now_ms\":0,"
                + "\"deadline_ms\":9,\"timeout_ms\":1,\"base_ms\":0,\"cap_ms\":0,\"jitter_ppm\":0,\"cancelled\":false}"));
        look(2, "decide", file("question", "{\"outcome\":\"canary-request\"}"));
        String scenario = "{\"config\":{\"mode\":\"shared\",\"start_tick\":0,\"timeout_ticks\":9,\"max_dispatches\":9,\"layers\":"
                + "[{\"name\":\"sdk\",\"retries\":0,\"backoff\":{\"kind\":\"none\"}}],\"request\":{\"operation\":\"o\",\"scope\":\"s\","
                + "\"key\":\"canary-key\",\"payload\":\"canary-request\",\"read_only\":false,\"declared_idempotent\":true},\"script\":"
                + "[{\"ticks\":3,\"cooperative\":true,\"status\":\"success\",\"reason\":\"done\"}]}}";
        look(0, "simulate", file("scenario", scenario));
        look(6, "receiver", "lookup", "--db", directory.resolve("none.db").toString(), "--scope", "acme", "--key", "canary-key");
        look(2, "experiment", "--check", file("scenario", scenario.substring(1)));
        look(2, "simulate", file("scenario", scenario.replace("\"s\",", "\"s\",\"canary-key\":1x,")));
    }

    private void damage() throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + journal);
                Statement statement = connection.createStatement()) {
            statement.execute("update record set payload = cast(replace(cast(payload as text), 'card', 'cord') as blob) where key > 1");
            statement.execute("pragma wal_checkpoint(truncate)");
        }
        read(5);
        look(5, "recover", "--journal", journal.toString());
        look(5, "cancel", journal.toString(), "doubt");
    }

    @Test
    void A54_no_command_prints_a_request_key_argument_report_or_evidence_and_an_answer_only_where_it_is_asked_for() throws Exception {
        List<String> lines;
        try (HeardLogs heard = new HeardLogs()) {
            make();
            refuse();
            read(0);
            decide();
            read(0);
            keep();
            calculate();
            damage();
            lines = heard.lines();
        }
        assertEquals(List.of(), telling);
        assertEquals(List.of(), lines.stream().filter(line -> line.contains(CANARY)).toList());
        Set<String> commands = new TreeSet<>(used);
        commands.add("help");
        assertEquals(commands, commandsOfHelp(), "every command is looked at");
    }

    private static Set<String> commandsOfHelp() {
        List<String> help = CommandHere.run("--help").out();
        Set<String> commands = new TreeSet<>();
        for (String line : help.subList(help.indexOf("Commands:") + 1, help.size())) {
            if (line.matches(" {2}[a-z].*")) {
                commands.add(line.strip().split(" ")[0]);
            } else if (line.isEmpty()) {
                break;
            }
        }
        assertTrue(commands.size() > 5, help.toString());
        return commands;
    }

    @Test
    void what_was_asked_for_with_payloads_is_shown_so_the_canaries_were_there() throws Exception {
        make();
        String shown = CommandHere.run("dump", journal.toString(), "--payloads", "--format", "jsonl").out().toString();
        for (String canary : List.of("canary-request", "canary-key", "canary-response", "canary-argument", "canary-report")) {
            assertTrue(shown.contains(canary), canary);
        }
        assertTrue(!shown.contains("canary-stderr"), "what a provider writes to stderr is never kept");
    }
}
