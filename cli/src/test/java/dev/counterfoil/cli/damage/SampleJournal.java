// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.damage;

import dev.counterfoil.cli.CommandHere;
import dev.counterfoil.cli.spec.Dispatchers;
import dev.counterfoil.cli.spec.SpecReader;
import dev.counterfoil.cli.spec.SpecSource;
import dev.counterfoil.journal.Journal;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Entry;
import dev.counterfoil.journal.record.Evidence;
import dev.counterfoil.journal.record.EvidenceKind;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.dispatch.Dispatcher;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;

/** A small journal of every standing, with its specs. Its providers append to a file when the command runs them. */
final class SampleJournal {
    /** Open, with an attempt known not to have happened: a run makes the next one. */
    static final String WAITING = "waiting";

    /** Open, with a verdict that permits another attempt. */
    static final String CLEARED = "cleared";

    static final String SETTLED = "settled";
    static final String DOUBT = "doubt";
    static final String PRUNED = "pruned";

    /** Every invocation, in the order of opening; the pruned one stands first. */
    static final List<String> IDS =
            List.of(PRUNED, SETTLED, "stopped", "failover", DOUBT, "cancelled", "noted", "large", CLEARED, WAITING);

    private SampleJournal() {}

    /** Makes it, closed cleanly; gives an older copy, from before its last two invocations. */
    static byte[] make(Path file, Path effects) throws SQLException, IOException {
        run(file, effects, PRUNED, Answer.completed("done"));
        while (CommandHere.run("prune", file.toString(), "--settled-before", "1ms").out().stream().noneMatch(line -> line.contains("1"))) {
            Thread.onSpinWait();
        }
        run(file, effects, SETTLED, Answer.retryable(), Answer.completed("done"));
        run(file, effects, "stopped", Answer.permanentlyRejected());
        run(file, effects, "failover", Answer.retryable(), Answer.retryable(), Answer.completed("from the other"));
        run(file, effects, DOUBT, Answer.uncertain());
        run(file, effects, "cancelled", Answer.uncertain());
        CommandHere.run("cancel", file.toString(), "cancelled");
        run(file, effects, "noted", Answer.uncertain());
        note(file, "noted");
        run(file, effects, "large", Answer.completed("x".repeat(9_000)));
        byte[] older = Files.readAllBytes(file);
        run(file, effects, CLEARED, Answer.uncertain());
        CommandHere.run("reconcile", file.toString(), CLEARED, "0", "--verdict", "not_applied", "--evidence", "they never saw it");
        run(file, effects, WAITING, Answer.retryable());
        return older;
    }

    /** The spec of an invocation, in one line. */
    static String spec(Path effects, String id) {
        String provider = "\"cleared_for\":[\"internal\"],\"exec\":[\"/bin/sh\",\"-c\",\"echo " + id + " >> " + effects + "; echo done\"]";
        return "{\"id\":\"" + id + "\",\"request\":{\"sku\":\"P7\",\"of\":\"" + id + "\"},\"confidentiality\":\"internal\","
                + "\"operation\":{\"contract\":\"receiver_idempotent\",\"scope\":\"acme/orders\",\"key\":\"" + id + "\"},"
                + "\"limits\":{\"max_calls\":4,\"max_retries\":2,\"max_failovers\":1,\"max_cost_micros\":50000},"
                + "\"quote\":{\"context_tokens\":800,\"output_tokens\":200,\"cost_micros\":1200},\"backoff\":{\"kind\":\"none\"},"
                + "\"accounts\":[\"acme\"],\"providers\":[{\"id\":\"primary\",\"max_retries\":1," + provider + "},"
                + "{\"id\":\"fallback\",\"quote\":{\"cost_micros\":3000}," + provider + "}]}";
    }

    private static void run(Path file, Path effects, String id, Answer... answers) {
        Deque<Answer> left = new ArrayDeque<>(List.of(answers));
        AtomicReference<Counterfoil> runtime = new AtomicReference<>();
        Dispatcher dispatcher = dispatch -> {
            Answer answer = left.removeFirst();
            if (left.isEmpty() && id.equals(WAITING)) {
                runtime.get().stop();
            }
            return answer;
        };
        try (Counterfoil open = Counterfoil.settings().ownerWait(Duration.ZERO).open(file)) {
            runtime.set(open);
            open.run(new SpecReader(Path.of(""), Dispatchers.all(dispatcher), InstantSource.system())
                    .read(spec(effects, id).getBytes(StandardCharsets.UTF_8), SpecSource.named("sample"), 1));
        }
    }

    /** The files of a journal while one more invocation is in its log alone, as a kill at that moment leaves them. */
    static Map<String, byte[]> killedBehind(Path file, Path effects, String id) throws IOException {
        Map<String, byte[]> files = new HashMap<>();
        try (Counterfoil open = Counterfoil.settings().ownerWait(Duration.ZERO).open(file)) {
            open.run(new SpecReader(Path.of(""), Dispatchers.all(dispatch -> Answer.completed("done")), InstantSource.system())
                    .read(spec(effects, id).getBytes(StandardCharsets.UTF_8), SpecSource.named("sample"), 1));
            for (String suffix : List.of("", "-wal", "-shm")) {
                files.put(suffix, Files.readAllBytes(file.resolveSibling(file.getFileName() + suffix)));
            }
        }
        return files;
    }

    private static void note(Path file, String id) {
        try (Counterfoil open = Counterfoil.open(file)) {
            Journal journal = open.journal();
            journal.amend(new InvocationId(id), chronicle -> {
                Bytes content = Bytes.utf8("{\"late\":true}");
                return List.of(Entry.of(new Evidence(chronicle.soundState().next(chronicle.soundState().last().at(), 1), OptionalInt.of(0),
                        EvidenceKind.LATE_OUTCOME, content.content()), content));
            });
        }
    }

    /** Changes rows as a person with another tool would, whatever the rules of the tables say, and leaves no log. */
    static void change(Path file, String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("pragma ignore_check_constraints = on");
            for (String sql : statements) {
                statement.execute(sql);
            }
            statement.execute("pragma wal_checkpoint(truncate)");
        }
    }

    /** What the providers did. */
    static List<String> done(Path effects) throws IOException {
        return Files.exists(effects) ? Files.readAllLines(effects) : List.of();
    }
}
