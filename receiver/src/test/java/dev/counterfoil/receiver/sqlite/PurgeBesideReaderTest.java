// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.counterfoil.receiver.Effect;
import dev.counterfoil.receiver.Receiver;
import dev.counterfoil.receiver.ReceiverSettings;
import dev.counterfoil.receiver.failure.ReceiverException;
import dev.counterfoil.receiver.failure.ReceiverProblem;
import dev.counterfoil.receiver.operation.Delivery;
import dev.counterfoil.receiver.operation.Operation;
import dev.counterfoil.receiver.operation.Payload;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteDataSource;

/** Purging while somebody reads, as a backup does: the log cannot be emptied, and deliveries go on. */
final class PurgeBesideReaderTest {
    private static final Duration DAY = Duration.ofDays(1);

    /** Half of what one wait of the receiver's connections takes, and ten times what purging may take from a writer. */
    private static final int PATIENCE_MILLIS = 5_000;

    @TempDir
    private Path directory;

    private Path path() {
        return directory.resolve("r.db");
    }

    private boolean isInLog() throws IOException {
        return Files.readString(directory.resolve("r.db-wal"), StandardCharsets.ISO_8859_1).contains("canary");
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void beside_a_reader_deliveries_go_on_and_it_is_told_what_is_left_to_do() throws IOException, SQLException {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
        try (ReceiverFile file = ReceiverFile.open(path()); Connection reader = SqliteLink.readingSource(path()).getConnection()) {
            Receiver receiver = Receiver.on(file.dataSource(), ReceiverSettings.STAND_ALONE.retaining(DAY), now::get);
            receiver.deliver(new Delivery(Operation.of("s", "k"), Payload.utf8("canary")), Effect.NONE);
            execute(reader, "begin");
            assertEquals("1", SqliteLink.text(reader, "select count(*) from counterfoil_effect"));
            now.set(Instant.EPOCH.plus(DAY));
            CompletableFuture<Long> purge = CompletableFuture.supplyAsync(receiver::purge, task -> new Thread(task).start());
            writeUntil(purge);
            ReceiverException told = (ReceiverException) assertThrows(CompletionException.class, purge::join).getCause();
            assertEquals(ReceiverProblem.BUSY, told.problem());
            assertEquals(true, isInLog());
            assertEquals("1", SqliteLink.text(reader, "select count(payload) from counterfoil_effect"), "as it was when he began");

            execute(reader, "rollback");
            assertEquals(0, receiver.purge());
            assertEquals(false, isInLog());
        }
    }

    /** Writes by somebody less patient than the receiver. */
    private void writeUntil(CompletableFuture<Long> end) throws SQLException {
        SQLiteDataSource source = SqliteLink.source(path());
        source.setBusyTimeout(PATIENCE_MILLIS);
        try (Connection writer = source.getConnection()) {
            do {
                execute(writer, "begin immediate");
                execute(writer, "commit");
            } while (!end.isDone());
        }
    }

    /** A pool would lend it to the next with our impatience. */
    @Test
    void a_connection_waits_behind_it_as_long_as_before() throws SQLException {
        ReceiverFile.open(path()).close();
        try (Connection only = SqliteLink.source(path()).getConnection()) {
            execute(only, "pragma busy_timeout = 1234");
            Receiver receiver = Receiver.on(lending(only), ReceiverSettings.STAND_ALONE, () -> Instant.EPOCH);
            assertEquals(0, receiver.purge());
            assertEquals("1234", SqliteLink.text(only, "pragma busy_timeout"));
        }
    }

    /** A pool of one. */
    private static DataSource lending(Connection only) {
        ClassLoader loader = PurgeBesideReaderTest.class.getClassLoader();
        Object kept = Proxy.newProxyInstance(loader, new Class<?>[] {Connection.class}, (proxy, method, arguments) ->
                method.getName().equals("close") ? only.isClosed() : method.invoke(only, arguments));
        return (DataSource) Proxy.newProxyInstance(loader, new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> kept);
    }
}
