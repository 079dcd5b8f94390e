// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.reported;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.receiver.Receiver;
import dev.counterfoil.receiver.ReceiverSettings;
import dev.counterfoil.receiver.operation.Delivery;
import dev.counterfoil.receiver.operation.Payload;
import dev.counterfoil.receiver.sqlite.ReceiverFile;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.runner.Invocation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Every command in every format, in an order in which one journal goes through its life, with a canary in each place that is nobody's
 * business. Rows are added here when a command or format is: the test asks the parser which there are.
 */
final class SecretTable {
    /** Where a canary stands that a journal keeps, as its whole word. */
    static final List<String> KEPT = List.of("canary-request", "canary-key", "canary-response", "canary-argument", "canary-report",
            "canary-evidence", "canary-header");

    /** Where one stands that the journal of a book keeps. */
    static final List<String> KEPT_OF_BOOKS = List.of("canary-request", "canary-key", "canary-path", "canary-query", "canary-header",
            "canary-book", "canary-evidence");

    /** The journal of a book. */
    static final String BOOKED = "booked.db";

    /** Where one stands that nobody keeps. */
    static final List<String> NEVER_KEPT = List.of("canary-stderr", "canary-environment", "canary-exception", "canary-reply");

    private static final String SCRIPT = "cat >/dev/null; echo canary-std''err >&2; printf canary-report >$COUNTERFOIL_REPORT;"
            + " printf canary-response; case $COUNTERFOIL_INVOCATION$COUNTERFOIL_ORDINAL in settled0) exit 75;; doubt*) exit 9;;"
            + " stopped*) exit 77;; esac";

    private final List<Row> rows = new ArrayList<>();
    private final Path directory;
    private final int port;
    private final String journal;

    /** A command, or something that happens between two. */
    sealed interface Row {
        /** A command line. */
        record Command(int exit, String stdin, List<String> words) implements Row {}

        /** What others do to the files meanwhile. */
        record Meanwhile(Runnable does) implements Row {}
    }

    /** A table whose rows work in a directory; where {@link TellingServer} listens. */
    SecretTable(Path directory, int port) {
        this.directory = directory;
        this.port = port;
        this.journal = at("j.db");
    }

    List<Row> rows() {
        make();
        ask();
        refuse();
        read(0);
        decide();
        read(0);
        keep();
        calculate();
        receive();
        damage();
        return List.copyOf(rows);
    }

    /** The journal with all canaries in it. */
    List<Row> making() {
        make();
        return List.copyOf(rows);
    }

    /** The journal of what was asked of a book. */
    List<Row> asking() {
        ask();
        return List.copyOf(rows);
    }

    private String at(String name) {
        return directory.resolve(name).toString();
    }

    private String file(String name, String content) {
        try {
            return Files.writeString(directory.resolve(name), content).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void row(int exit, String... words) {
        rows.add(new Row.Command(exit, "", List.of(words)));
    }

    private void formats(int exit, String formats, String... words) {
        for (String format : formats.split(" ")) {
            List<String> all = new ArrayList<>(List.of(words));
            all.addAll(List.of("--format", format));
            rows.add(new Row.Command(exit, "", all));
        }
    }

    private void run(int exit, String... more) {
        List<String> words = new ArrayList<>(List.of("run", "--journal", journal));
        words.addAll(List.of(more));
        rows.add(new Row.Command(exit, "", words));
    }

    static String spec(String id, String request, String key) {
        return "{\"id\":\"" + id + "\",\"request\":{\"card\":\"" + request + "\"},"
                + "\"operation\":{\"scope\":\"acme\",\"key\":\"" + key + "\"},"
                + "\"limits\":{\"max_calls\":3},\"backoff\":{\"kind\":\"none\"},\"providers\":[{\"id\":\"p\",\"exec\":[\"sh\",\"-c\",\""
                + SCRIPT + "\",\"canary-argument\"],\"retryable_exit_codes\":[75],\"permanent_exit_codes\":[77]}]}\n";
    }

    /** A provider where nobody listens. */
    private static String http(String id, String header) {
        return "{\"id\":\"" + id + "\",\"request\":\"canary-request\",\"limits\":{\"max_calls\":1},\"providers\":[{\"id\":\"p\","
                + "\"http\":{\"url\":\"http://127.0.0.1:1/\",\"headers\":{\"Authorization\":\"" + header + "\"}}}]}";
    }

    private void make() {
        String specs = file("s.jsonl",
                spec("settled", "canary-request", "canary-key") + spec("doubt", "canary-request", "canary-key") + spec("stopped",
                        "canary-request", "canary-key"));
        run(4, "--spec", specs, "--events", "--format", "json");
        run(4, "--spec", specs, "--format", "text");
        rows.add(new Row.Command(0, spec("piped", "canary-request", "canary-key"), List.of("run", "--journal", journal, "--spec", "-")));
        run(0, "--id", "one", "--key", "canary-key", "--scope", "acme", "--contract", "receiver_idempotent", "--input",
                file("input", "canary-request"), "--", "sh", "-c", SCRIPT, "canary-argument");
        run(7, "--spec", file("other1", spec("settled", "canary-other", "canary-key")));
        run(7, "--spec", file("other2", spec("settled", "canary-request", "canary-other")));
        run(7, "--id", "one", "--", "echo", "canary-other");
        run(3, "--id", "missing", "--", "/nowhere/canary-argument");
        rows.add(new Row.Meanwhile(this::embed));
        row(0, "reconcile", journal, "thrown", "0", "--verdict", "abandoned", "--evidence", "canary-evidence");
    }

    /** Endpoints and books, with a canary in URL, query, headers, key, and in all that they answer; and what fails below them. */
    private void ask() {
        String booked = at(BOOKED);
        String server = "127.0.0.1:" + port;
        String spec = file("booked", booked("booked", "http://" + server, "http://" + server));
        row(4, "run", "--journal", booked, "--spec", spec, "--events");
        formats(4, "json text", "recover", "--journal", booked, "--events");
        row(3, "run", "--journal", booked, "--spec", file("tls", booked("tls", "https://" + server, "https://" + server)));
        String nowhere = "http://canary-host" + "x".repeat(60);
        row(3, "run", "--journal", booked, "--spec", file("nohost", booked("nohost", nowhere, "http://" + server)));
        String noBook = file("nobook", booked("nobook", "http://" + server, "https://" + server));
        row(4, "run", "--journal", booked, "--spec", noBook);
        String good = booked("x", "http://" + server, "http://" + server);
        run(2, "--spec", file("bad10", good.replace("canary-header", "${env:COUNTERFOIL_NOT_SET}canary-header")));
        run(2, "--spec", file("bad11", booked("x", "http://" + server, "http://canary-user:canary-word@" + server)));
        run(2, "--spec", file("bad12", booked("x", "http://" + server, "ftp://" + server)));
        run(2, "--spec", file("bad13", good.replace("final", "canary-book")));
        formats(0, "text jsonl html", "dump", booked);
        formats(0, "text json jsonl", "list", booked);
        formats(0, "text json html", "plan", "--spec", spec);
        row(0, "reconcile", booked, "booked", "0", "--verdict", "abandoned", "--evidence", "canary-evidence");
        formats(0, "text json", "replay", booked);
        row(0, "verify", booked);
    }

    private static String booked(String id, String endpoint, String book) {
        String headers = "\"headers\":{\"Authorization\":\"Bearer canary-header\"}";
        return "{\"id\":\"" + id + "\",\"request\":\"canary-request\",\"limits\":{\"max_calls\":1},\"doubt\":\"reconcile\","
                + "\"operation\":{\"scope\":\"acme\",\"key\":\"canary-key\"},\"providers\":[{\"id\":\"p\","
                + "\"http\":{\"url\":\"" + endpoint + "/canary-path?token=canary-query\"," + headers + "},"
                + "\"receipts\":{\"url\":\"" + book + "/canary-path/{scope}?token=canary-query\",\"absence\":\"final\"," + headers + "}}]}";
    }

    /** What a host keeps as its configuration and throws is its own. */
    private void embed() {
        try (Counterfoil runtime = Counterfoil.open(Path.of(journal))) {
            runtime.run(Invocation.of("thrown").request("canary-request").configuration(Bytes.utf8("{\"authorization\":\"canary-header\"}"))
                    .operation(new Operation(Contract.NON_IDEMPOTENT, Optional.of("acme"), Optional.of("canary-key")))
                    .limit(Dimension.MAX_CALLS, 1)
                    .provider("p", dispatch -> {
                        throw new IOException("canary-exception", new IllegalStateException("canary-exception"));
                    }).build());
        }
    }

    private void refuse() {
        run(2, "--spec", file("bad1", "{\"id\":\"x\",\"request\":\"canary-request\",}"));
        run(2, "--spec", file("bad2", spec("x", "canary-request\\ud800", "canary-key")));
        run(2, "--spec", file("bad3", spec("x", "canary-request", "canary-key\\u0001")));
        run(2, "--spec", file("bad4", spec("x", "canary-request", "canary-key".repeat(30))));
        String good = spec("x", "canary-request", "canary-key");
        run(2, "--spec", file("bad5", good.replace("\"scope\"", "\"contract\":\"canary-key\",\"scope\"")));
        run(2, "--spec", file("bad6", good.replace("[75]", "[\"canary-argument\"]")));
        run(3, "--spec", file("http", http("http", "Bearer canary-header")));
        run(2, "--spec", file("missing", http("x", "${env:COUNTERFOIL_NOT_SET}canary-header")));
        run(2, "--spec", file("bad8", http("x", "canary-header\\u0007")));
        run(2, "--spec", file("bad9", http("x", "canary-header${")));
        run(2, "--spec", file("bad7", good.replace("\"exec\"",
                "\"http\":{\"url\":\"http://h/\",\"headers\":{\"A\":\"canary-header\"}},\"exec\"")));
        rows.add(new Row.Command(2, good.replace(":[75]", ":canary-request"), List.of("run", "--journal", journal, "--spec", "-")));
        run(2, "--id", "x", "--key", "canary-key\u0001", "--", "true");
        run(2, "--id", "x", "--key", "canary-key", "--key", "canary-key", "--", "true");
        row(2, "reconcile", journal, "doubt", "0", "--verdict", "abandoned", "--evidence", "canary-evidence".repeat(9_000));
        row(2, "reconcile", journal, "doubt", "0", "--verdict", "no", "--evidence", "canary-evidence");
        row(2, "help", "no-such-command");
    }

    private void read(int exit) {
        formats(exit, "text jsonl html", "dump", journal);
        formats(0, "text jsonl html", "dump", journal, "settled");
        formats(exit, "text json jsonl", "list", journal);
        formats(exit, "text json", "replay", journal);
        formats(exit, "text json", "replay", journal, "--by", "provider");
        row(exit, "verify", journal);
    }

    private void decide() {
        String[] found = {"reconcile", journal, "doubt", "0", "--verdict", "completed", "--evidence", "canary-evidence", "--response",
            file("response", "canary-response")};
        formats(4, "json text", "recover", "--journal", journal, "--events");
        row(4, "cancel", journal, "doubt");
        row(0, found);
        row(0, found);
        row(7, "reconcile", journal, "doubt", "0", "--verdict", "not_applied", "--evidence", "canary-evidence");
        row(3, "reconcile", journal, "settled", "0", "--verdict", "not_applied", "--evidence", "canary-evidence");
        row(0, "cancel", journal, "settled");
        formats(0, "json text", "recover", "--journal", journal);
    }

    private void keep() {
        for (String format : List.of("text", "json")) {
            String copy = at("copy-" + format + ".db");
            formats(0, format, "bench", "--journal", at("bench-" + format + ".db"), "--callers", "1", "--invocations", "3");
            formats(0, format, "backup", journal, copy);
            row(6, "run", "--journal", copy, "--id", "x", "--", "true");
            formats(0, format, "restore", copy);
            row(0, "dump", copy);
            row(0, "prune", copy, "--settled-before", "0ms", "--dry-run");
            formats(0, format, "prune", copy, "--settled-before", "0ms");
            row(0, "dump", copy, "--format", "jsonl");
            row(0, "verify", copy);
            row(7, "run", "--journal", copy, "--spec", file("again", spec("settled", "canary-request", "canary-key")));
        }
    }

    private void calculate() {
        String policy = file("policy", "{\"type\": \"attempt\", \"duration\": 10}");
        formats(0, "text json html", "plan", policy);
        row(2, "plan", file("badPolicy", "{\"type\": \"attempt\", \"duration\": \"canary-request\"}"));
        row(0, "plan", "--spec", file("planned", spec("new", "canary-request", "canary-key")));
        formats(0, "text json", "decide", file("question", "{\"outcome\":\"unknown\",\"operation\":{\"key\":\"canary-key\",\"fingerprint\":"
                + "\"canary-request\"},\"receipt\":{\"lookup\":\"unavailable\"},\"contract\":{\"idempotent\":true,"
                + "\"reconciliation\":false,\"read_only\":false},\"attempts_started\":1,\"max_attempts\":2,\"now_ms\":0,"
                + "\"deadline_ms\":9,\"timeout_ms\":1,\"base_ms\":0,\"cap_ms\":0,\"jitter_ppm\":0,\"cancelled\":false}"));
        row(2, "decide", file("badQuestion", "{\"outcome\":\"canary-request\"}"));
        String scenario = "{\"config\":{\"mode\":\"shared\",\"start_tick\":0,\"timeout_ticks\":9,\"max_dispatches\":9,\"layers\":"
                + "[{\"name\":\"sdk\",\"retries\":0,\"backoff\":{\"kind\":\"none\"}}],\"request\":{\"operation\":\"o\",\"scope\":\"s\","
                + "\"key\":\"canary-key\",\"payload\":\"canary-request\",\"read_only\":false,\"declared_idempotent\":true},\"script\":"
                + "[{\"ticks\":3,\"cooperative\":true,\"status\":\"success\",\"reason\":\"done\"}]}}";
        formats(0, "text", "simulate", file("scenario", scenario));
        // The published answer has the scripted key in its trace; what a script writes there is no key of anybody's.
        formats(0, "json", "simulate", file("scripted", scenario.replace("canary-key", "k")));
        row(2, "simulate", file("badScenario", scenario.replace("\"s\",", "\"s\",\"canary-key\":1x,")));
        formats(2, "text json", "simulate", "deadline", file("badDeadline", "{\"kind\":\"canary-request\",\"config\":{}}"));
        formats(2, "text json", "experiment", "--check", file("noExperiment", scenario.substring(1)));
    }

    private void receive() {
        String db = at("r.db");
        rows.add(new Row.Meanwhile(() -> deliver(db)));
        formats(0, "text json", "receiver", "lookup", "--db", db, "--scope", "acme", "--key", "canary-key");
        formats(0, "text json", "receiver", "count", "--db", db);
        formats(0, "text json", "receiver", "settle", "--db", db, "--scope", "acme", "--key", "canary-key-held", "--state", "completed",
                "--evidence", "canary-evidence");
        formats(0, "text json", "receiver", "purge", "--db", db);
        formats(0, "text json", "receiver", "retention", "--db", db);
        row(6, "receiver", "lookup", "--db", at("none.db"), "--scope", "acme", "--key", "canary-key");
        row(2, "receiver", "lookup", "--db", db, "--scope", "acme", "--key", "canary-key".repeat(30));
        row(2, "receiver", "settle", "--db", db, "--scope", "acme", "--key", "canary-key", "--state", "no",
                "--evidence", "canary-evidence");
        row(6, "receiver", "serve", "--db", journal);
        row(2, "receiver");
    }

    private static void deliver(String db) {
        var held = dev.counterfoil.receiver.operation.Operation.of("acme", "canary-key-held");
        try (ReceiverFile receiving = ReceiverFile.open(Path.of(db))) {
            Receiver receiver = Receiver.on(receiving.dataSource(), ReceiverSettings.STAND_ALONE, InstantSource.system());
            receiver.claim(new Delivery(held, Payload.utf8("canary-request")), "worker-1");
        }
    }

    private void damage() {
        rows.add(new Row.Meanwhile(this::tamper));
        read(5);
        row(5, "recover", "--journal", journal);
        row(5, "cancel", journal, "doubt");
    }

    private void tamper() {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + journal);
                Statement statement = connection.createStatement()) {
            statement.execute("update record set payload = cast(replace(cast(payload as text), 'card', 'cord') as blob) where key > 1");
            statement.execute("pragma wal_checkpoint(truncate)");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
