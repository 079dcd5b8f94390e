// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import dev.counterfoil.journal.sqlite.commit.Session;
import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.sqlite.file.SchemaSteps;
import dev.counterfoil.journal.store.AppendResult;
import dev.counterfoil.journal.store.JournalSource.Scope;
import dev.counterfoil.journal.store.StoreException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/** Other processes: this class's {@link #main} in a JVM of its own, told what to do and telling what became of it, a line each. */
final class Children {
    static final int LOAD_THREADS = 4;
    static final int LOAD_APPENDS = 500;

    private Children() {}

    /** Starts one, with words put before the command, such as a limit's. */
    static Process start(Path temporary, List<String> before, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(before);
        command.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx128m", "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC", "-Djava.io.tmpdir=" + temporary, "-cp", System.getProperty("java.class.path"),
                Children.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    static BufferedReader lines(Process child) {
        return new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Ends it as a power cut would, and waits until it is gone. */
    static void kill(Process child) throws InterruptedException {
        child.destroyForcibly();
        child.waitFor();
    }

    /**
     * Commands: {@code create J}, {@code append J ID}, {@code hold J}, {@code fill J PAYLOAD_BYTES}, {@code list J}, {@code bring J},
     * {@code stick J}, {@code load J ID}, {@code scrub J}, {@code snapshot J}.
     */
    public static void main(String[] arguments) throws IOException {
        Path journal = Path.of(arguments[1]);
        switch (arguments[0]) {
            case "create" -> create(journal);
            case "append" -> append(journal, arguments[2]);
            case "hold" -> hold(journal);
            case "fill" -> fill(journal, Integer.parseInt(arguments[2]));
            case "list" -> list(journal);
            case "bring" -> bring(journal);
            case "stick" -> stick(journal);
            case "load" -> load(journal, arguments[2]);
            case "scrub" -> scrub(journal);
            case "snapshot" -> snapshot(journal);
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    /** Waits for a line, so that all begin at once; then opens the journal and adds an invocation. */
    private static void create(Path journal) throws IOException {
        System.out.println("ready");
        System.in.read();
        String name = "p" + ProcessHandle.current().pid();
        try (SqliteCheckpointStore store = Journals.store(journal)) {
            System.out.println(name + " " + store.append(Journals.append(name, 0)).getClass().getSimpleName());
        }
    }

    private static void append(Path journal, String name) {
        SqliteCheckpointStore store = Journals.store(journal);
        for (long sequence = 0; store.append(Journals.append(name, sequence)) instanceof AppendResult.Appended; sequence++) {
            System.out.println(sequence);
        }
    }

    private static void hold(Path journal) throws IOException {
        try (SqliteCheckpointStore store = Journals.store(journal)) {
            System.out.println(store.append(Journals.append("held", 0)).getClass().getSimpleName());
            System.in.read();
        }
    }

    /** Appends until it is refused; says how many were acknowledged, what the refusal was, and how many can be read after it. */
    private static void fill(Path journal, int payloadBytes) {
        SqliteCheckpointStore store = Journals.store(journal);
        String end = "";
        int acknowledged = 0;
        while (end.isEmpty()) {
            try {
                AppendResult result = store.append(Journals.heavyOpening("f" + acknowledged, payloadBytes));
                if (result instanceof AppendResult.Appended) {
                    acknowledged++;
                } else {
                    end = result.getClass().getSimpleName();
                }
            } catch (StoreException e) {
                end = e.problem().code();
            }
        }
        System.out.println(acknowledged + " " + end + " " + store.invocations(0, Integer.MAX_VALUE, Scope.ALL).size());
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    /** Waits for a line, opens the journal as version 2, says so and ends without closing it. */
    private static void bring(Path journal) throws IOException {
        System.out.println("ready");
        System.in.read();
        SqliteCheckpointStore.open(journal, Session.Committing.PLAIN, Journals.VERSION_TWO);
        System.out.println("brought");
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    /** Does the step to version 2, and stays in it for ever. */
    private static void stick(Path journal) {
        SchemaSteps.Step step = link -> {
            Journals.VERSION_TWO.steps().get(0).apply(link);
            System.out.println("in the step");
            System.out.flush();
            LockSupport.park();
        };
        SqliteCheckpointStore.open(journal, Session.Committing.PLAIN, new SchemaSteps(List.of(step)));
    }

    private static void list(Path journal) {
        try (SqliteJournalReader reader = SqliteJournalReader.open(journal)) {
            System.out.println(reader.invocations(0, 100, Scope.ALL).stream().map(row -> row.id().value()).toList());
        }
    }

    /** Threads that each read and then append, through a store of two. */
    private static void load(Path journal, String name) {
        try (SqliteCheckpointStore one = Journals.store(journal); SqliteCheckpointStore two = Journals.store(journal)) {
            List<CompletableFuture<Void>> threads = new ArrayList<>();
            for (int i = 0; i < LOAD_THREADS; i++) {
                SqliteCheckpointStore store = i % 2 == 0 ? one : two;
                String own = name + "/" + i;
                threads.add(CompletableFuture.runAsync(() -> readAndAppend(store, own), task -> new Thread(task).start()));
            }
            threads.forEach(CompletableFuture::join);
            System.out.println(LOAD_THREADS + " threads appended " + LOAD_APPENDS);
        }
    }

    private static void readAndAppend(SqliteCheckpointStore store, String name) {
        for (int i = 0; i < LOAD_APPENDS; i++) {
            int found = store.row(Journals.id(name)).map(row -> (int) row.records()).orElse(0);
            AppendResult result = store.append(Journals.append(name, found));
            if (!(result instanceof AppendResult.Appended)) {
                throw new IllegalStateException(name + "/" + found + ": " + result);
            }
        }
    }

    /** Says what became of a scrub. */
    private static void scrub(Path journal) {
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(journal)) {
            System.out.println(store.scrub());
        } catch (StoreException e) {
            System.out.println(e.problem().code());
        }
    }

    /** Begins to read, says how many records it sees, and goes on seeing them until its stdin ends. */
    private static void snapshot(Path journal) throws IOException {
        try (Link link = Link.open(journal, new Object(), Link.Mode.READ_ONLY)) {
            link.execute("begin");
            System.out.println(link.number("select count(*) from record"));
            System.in.read();
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }
}
