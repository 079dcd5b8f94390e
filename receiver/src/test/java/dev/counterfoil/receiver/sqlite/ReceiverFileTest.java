// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.sqlite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.receiver.Effect;
import dev.counterfoil.receiver.Receiver;
import dev.counterfoil.receiver.ReceiverSettings;
import dev.counterfoil.receiver.failure.ReceiverException;
import dev.counterfoil.receiver.failure.ReceiverProblem;
import dev.counterfoil.receiver.operation.Delivery;
import dev.counterfoil.receiver.operation.Operation;
import dev.counterfoil.receiver.operation.Payload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.SQLiteDataSource;

final class ReceiverFileTest {
    @TempDir
    private Path directory;

    private Path path() {
        return directory.resolve("r #1%.db");
    }

    private static ReceiverProblem problem(Path path) {
        ReceiverProblem existing = assertThrows(ReceiverException.class, () -> ReceiverFile.existing(path)).problem();
        assertEquals(existing, assertThrows(ReceiverException.class, () -> ReceiverFile.open(path)).problem());
        return existing;
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static Receiver receiver(ReceiverFile file) {
        return Receiver.on(file.dataSource(), ReceiverSettings.STAND_ALONE, () -> Instant.EPOCH);
    }

    @Test
    void where_nothing_is_a_file_is_made_and_after_closing_it_lies_alone() throws IOException {
        assertEquals(ReceiverProblem.MISSING, assertThrows(ReceiverException.class, () -> ReceiverFile.existing(path())).problem());
        try (ReceiverFile file = ReceiverFile.open(path())) {
            receiver(file).deliver(new Delivery(Operation.of("s", "k"), Payload.utf8("p")), Effect.NONE);
        }
        assertEquals(List.of(path().getFileName().toString()), names());
        try (ReceiverFile file = ReceiverFile.existing(path())) {
            assertEquals(1, receiver(file).countEffects());
        }
    }

    @Test
    void many_that_make_it_at_once_have_one_file() throws IOException {
        CountDownLatch start = new CountDownLatch(1);
        List<CompletableFuture<Void>> makers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Operation operation = Operation.of("s", "k" + i);
            makers.add(CompletableFuture.runAsync(() -> {
                awaited(start);
                try (ReceiverFile file = ReceiverFile.open(path())) {
                    receiver(file).deliver(new Delivery(operation, Payload.utf8("p")), Effect.NONE);
                }
            }, task -> new Thread(task).start()));
        }
        start.countDown();
        makers.forEach(CompletableFuture::join);
        try (ReceiverFile file = ReceiverFile.existing(path())) {
            assertEquals(4, receiver(file).countEffects());
        }
        assertEquals(List.of(path().getFileName().toString()), names());
    }

    private static void awaited(CountDownLatch start) {
        try {
            start.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void every_connection_has_the_settings() throws SQLException {
        try (ReceiverFile file = ReceiverFile.open(path()); Connection one = file.dataSource().getConnection();
                Connection two = file.dataSource().getConnection()) {
            SqliteLink.requireSettings(path(), one);
            SqliteLink.requireSettings(path(), two);
            SqliteLink.execute(two, "pragma synchronous = normal");
            ReceiverException told = assertThrows(ReceiverException.class, () -> SqliteLink.requireSettings(path(), two));
            assertEquals(ReceiverProblem.NOT_DURABLE, told.problem());
        }
    }

    @Test
    void a_file_of_something_else_is_refused_and_left_as_it_is() throws IOException, SQLException {
        Path text = Files.writeString(directory.resolve("text"), "not a database, but longer than a header ".repeat(9));
        Path empty = Files.createFile(directory.resolve("empty"));
        Path other = directory.resolve("other");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + other)) {
            SqliteLink.execute(connection, "create table counterfoil_receiver(version)");
        }
        for (Path foreign : List.of(text, empty, other)) {
            byte[] before = Files.readAllBytes(foreign);
            assertEquals(ReceiverProblem.NOT_A_RECEIVER, problem(foreign), foreign.toString());
            assertArrayEquals(before, Files.readAllBytes(foreign));
        }
        assertEquals(ReceiverProblem.NOT_A_RECEIVER, problem(Files.createDirectory(directory.resolve("directory"))));
        assertEquals(List.of("directory", "empty", "other", "text"), names());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, Integer.MAX_VALUE})
    void another_version_is_refused_and_left_as_it_is(int version) throws IOException, SQLException {
        ReceiverFile.open(path()).close();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + path())) {
            SqliteLink.execute(connection, "pragma user_version = " + version);
        }
        byte[] before = Files.readAllBytes(path());
        assertEquals(ReceiverProblem.OTHER_VERSION, problem(path()));
        assertArrayEquals(before, Files.readAllBytes(path()));
    }

    @Test
    void a_log_without_its_file_is_damage_and_no_new_file_takes_its_place() throws IOException {
        Files.createFile(directory.resolve("gone.db-wal"));
        ReceiverException told = assertThrows(ReceiverException.class, () -> ReceiverFile.open(directory.resolve("gone.db")));
        assertEquals(ReceiverProblem.DAMAGED, told.problem());
        assertEquals(List.of("gone.db-wal"), names());
    }

    @ParameterizedTest
    @ValueSource(strings = {"r-wal", "r-shm", "r-journal", "r.new-0123456789abcdef"})
    void names_of_files_beside_a_database_are_refused(String name) throws IOException {
        ReceiverException told = assertThrows(ReceiverException.class, () -> ReceiverFile.open(directory.resolve(name)));
        assertEquals(ReceiverProblem.UNFIT_NAME, told.problem());
        assertEquals(List.of(), names());
    }

    @Test
    void links_lead_to_the_file_and_not_to_nothing() throws IOException {
        ReceiverFile.open(path()).close();
        Path link = Files.createSymbolicLink(directory.resolve("link"), path());
        Path astray = Files.createSymbolicLink(directory.resolve("astray"), directory.resolve("nothing"));
        try (ReceiverFile file = ReceiverFile.open(link)) {
            assertEquals(0, receiver(file).countEffects());
            assertFalse(names().contains("link-wal"), names().toString());
        }
        assertEquals(ReceiverProblem.MISSING, problem(astray));
        assertEquals(ReceiverProblem.MISSING, problem(directory.resolve("none").resolve("r.db")));
    }

    @Test
    void what_is_purged_is_in_no_byte_of_the_file() throws IOException {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
        String canary = "canary-payload".repeat(300);
        try (ReceiverFile file = ReceiverFile.open(path())) {
            Receiver receiver = Receiver.on(file.dataSource(), ReceiverSettings.STAND_ALONE.retaining(Duration.ofDays(1)), now::get);
            receiver.deliver(new Delivery(Operation.of("s", "k"), Payload.utf8(canary)), Effect.NONE);
        }
        assertTrue(Files.readString(path(), StandardCharsets.ISO_8859_1).contains("canary"));
        now.set(Instant.EPOCH.plus(Duration.ofDays(1)));
        try (ReceiverFile file = ReceiverFile.existing(path())) {
            assertEquals(1, Receiver.on(file.dataSource(), ReceiverSettings.STAND_ALONE, now::get).purge());
        }
        assertFalse(Files.readString(path(), StandardCharsets.ISO_8859_1).contains("canary"));
    }

    @Test
    void a_database_without_the_tables_is_told_so() throws IOException {
        Path bare = directory.resolve("bare.db");
        SQLiteDataSource source = new SQLiteDataSource();
        source.setUrl("jdbc:sqlite:" + bare);
        ReceiverException told = assertThrows(ReceiverException.class,
                () -> Receiver.on(source, ReceiverSettings.EMBEDDED, () -> Instant.EPOCH));
        assertEquals(ReceiverProblem.MISSING, told.problem());
        Receiver.install(source);
        assertEquals(0, Receiver.on(source, ReceiverSettings.EMBEDDED, () -> Instant.EPOCH).countEffects());
    }
}
