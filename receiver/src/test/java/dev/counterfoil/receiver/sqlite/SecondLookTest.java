// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
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
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is looked at again because it may have changed since it was looked at, and what is made to last before it is told. */
final class SecondLookTest {
    @TempDir
    private Path directory;

    private Path path() {
        return directory.resolve("r.db");
    }

    private Path log() {
        return directory.resolve("r.db-wal");
    }

    private static void deliver(ReceiverFile file, String key) {
        Receiver.on(file.dataSource(), ReceiverSettings.STAND_ALONE, () -> Instant.EPOCH)
                .deliver(new Delivery(Operation.of("s", key), Payload.utf8("p")), Effect.NONE);
    }

    private static long counted(DataSource source) {
        return Receiver.on(source, ReceiverSettings.STAND_ALONE, () -> Instant.EPOCH).countEffects();
    }

    /** File and log as a process leaves them that is killed behind a delivery. */
    private void leaveLog() throws IOException {
        byte[] file;
        byte[] log;
        try (ReceiverFile open = ReceiverFile.open(path())) {
            deliver(open, "k");
            file = Files.readAllBytes(path());
            log = Files.readAllBytes(log());
        }
        Files.write(path(), file);
        Files.write(log(), log);
    }

    /** Before it answers "completed" out of a log that a crash may have left without its force. */
    @Test
    void whoever_opens_a_file_copies_the_log_that_was_left_into_it() throws IOException, SQLException {
        leaveLog();
        try (Connection alone = SqliteLink.immutableSource(path()).getConnection()) {
            assertEquals("0", SqliteLink.text(alone, "select count(*) from counterfoil_effect"));
        }
        try (ReceiverFile open = ReceiverFile.existing(path());
                Connection alone = SqliteLink.immutableSource(path()).getConnection()) {
            assertEquals("1", SqliteLink.text(alone, "select count(*) from counterfoil_effect"));
            assertEquals(1, counted(open.dataSource()));
        }
    }

    /** Each answer but the last is of a file that was another when it was given. */
    @Test
    void an_answer_out_of_a_file_that_changed_meanwhile_is_not_given() throws IOException {
        ReceiverFile.open(path()).close();
        assertEquals(2, askedWhile("alone"));
        Files.deleteIfExists(path());
        leaveLog();
        assertEquals(3, askedWhile("copied"));
    }

    private long askedWhile(String key) throws IOException {
        AtomicInteger asked = new AtomicInteger();
        return FileReading.asked(path(), source -> {
            long counted = counted(source);
            if (asked.getAndIncrement() < 2) {
                try (ReceiverFile file = ReceiverFile.existing(path())) {
                    deliver(file, key + asked.get());
                }
            }
            return counted;
        });
    }

    @Test
    void a_connection_that_fails_because_the_file_was_moved_meanwhile_says_so_and_any_other_says_why() throws IOException {
        ReceiverFile.open(path()).close();
        SQLException own = new SQLException("as a test wishes", "08000", 14);
        AtomicInteger connections = new AtomicInteger();
        DataSource failing = (DataSource) Proxy.newProxyInstance(SecondLookTest.class.getClassLoader(), new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> {
                    if (connections.incrementAndGet() == 2) {
                        Files.move(path(), directory.resolve("away.db"));
                    }
                    throw own;
                });
        DataSource guarded = SameFileSource.of(failing, path()).guarded();
        assertSame(own, assertThrows(SQLException.class, guarded::getConnection));
        assertEquals(ReceiverProblem.MISSING, assertThrows(ReceiverException.class, guarded::getConnection).problem());
        assertTrue(Files.notExists(path()));
    }
}
