// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import dev.counterfoil.receiver.sqlite.FileReading.Mode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A receiver's file beside others: with a log that was not copied, or in part, with writers, and with another in its place. */
final class FileReadingTest {
    private static final int PAGE_BYTES = 4096;
    private static final int EFFECTS = 6;
    private static final Payload LARGE = Payload.utf8("canary-payload".repeat(500));

    @TempDir
    private Path directory;

    private Path path() {
        return directory.resolve("r.db");
    }

    private Path log() {
        return directory.resolve("r.db-wal");
    }

    private static Receiver receiver(ReceiverFile file) {
        return Receiver.on(file.dataSource(), ReceiverSettings.STAND_ALONE, () -> Instant.EPOCH);
    }

    private static void deliver(ReceiverFile file, int index) {
        receiver(file).deliver(new Delivery(Operation.of("s", "k" + index), LARGE), Effect.NONE);
    }

    private long counted() {
        return ReceiverFile.asked(path(),
                source -> Receiver.on(source, ReceiverSettings.STAND_ALONE, () -> Instant.EPOCH).countEffects());
    }

    private long countedByWriter() {
        try (ReceiverFile file = ReceiverFile.existing(path())) {
            return receiver(file).countEffects();
        }
    }

    /** A file, its log, and what the file is once the log was copied into it. */
    private record Halves(byte[] before, byte[] log, byte[] after) {
        /** The file when so many of its pages were copied. */
        byte[] cutAfter(int pages) {
            byte[] file = Arrays.copyOf(after, Math.max(before.length, pages * PAGE_BYTES));
            int rest = Math.min(pages * PAGE_BYTES, before.length);
            System.arraycopy(before, rest, file, rest, before.length - rest);
            return file;
        }
    }

    private Halves halves() throws IOException {
        byte[] before;
        byte[] log;
        try (ReceiverFile file = ReceiverFile.open(path())) {
            for (int i = 0; i < EFFECTS; i++) {
                deliver(file, i);
            }
            before = Files.readAllBytes(path());
            log = Files.readAllBytes(log());
        }
        return new Halves(before, log, Files.readAllBytes(path()));
    }

    @Test
    void a_copy_of_the_log_that_was_cut_short_anywhere_is_no_damage_to_whoever_reads_or_writes() throws IOException {
        Halves halves = halves();
        assertTrue(halves.after().length > halves.before().length + PAGE_BYTES, "the log holds pages behind the file's end");
        for (int pages = 0; pages <= halves.after().length / PAGE_BYTES; pages++) {
            Files.write(path(), halves.cutAfter(pages));
            Files.write(log(), halves.log());
            assertEquals(EFFECTS, counted(), "read with " + pages + " pages copied");
            assertEquals(EFFECTS, countedByWriter(), "written with " + pages + " pages copied");
        }
    }

    @Test
    void a_file_that_is_cut_and_has_no_log_is_damage() throws IOException {
        Halves halves = halves();
        Files.write(path(), Arrays.copyOf(halves.after(), halves.after().length - PAGE_BYTES));
        assertEquals(ReceiverProblem.DAMAGED, assertThrows(ReceiverException.class, this::counted).problem());
        assertEquals(ReceiverProblem.DAMAGED, assertThrows(ReceiverException.class, this::countedByWriter).problem());
    }

    private TreeMap<String, String> everything() throws IOException {
        TreeMap<String, String> found = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(each -> !each.toString().endsWith("-shm")).toList()) {
                found.put(file.getFileName().toString(), Files.getLastModifiedTime(file) + " "
                        + Payload.of(Files.readAllBytes(file)).digest().hex());
            }
        }
        return found;
    }

    @Test
    void asking_leaves_file_and_log_as_they_are_and_makes_nothing_beside_them() throws IOException {
        Halves halves = halves();
        TreeMap<String, String> alone = everything();
        assertEquals(EFFECTS, counted());
        assertEquals(alone, everything());

        Files.write(path(), halves.before());
        Files.write(log(), halves.log());
        TreeMap<String, String> left = everything();
        assertEquals(EFFECTS, counted());
        assertEquals(left, everything());
        assertTrue(Files.notExists(directory.resolve("r.db-shm")));

        try (ReceiverFile writer = ReceiverFile.existing(path())) {
            deliver(writer, EFFECTS);
            TreeMap<String, String> beside = everything();
            assertEquals(EFFECTS + 1, counted());
            assertEquals(beside, everything());
        }
    }

    @Test
    void writers_that_come_and_go_are_no_damage_to_whoever_asks_meanwhile() throws IOException {
        ReceiverFile.open(path()).close();
        CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < 12; i++) {
                try (ReceiverFile file = ReceiverFile.existing(path())) {
                    deliver(file, i);
                }
            }
        }, task -> new Thread(task).start());
        long latest = 0;
        while (!writer.isDone()) {
            long seen = counted();
            assertTrue(seen >= latest, seen + " after " + latest);
            latest = seen;
        }
        writer.join();
        assertEquals(12, counted());
    }

    @ParameterizedTest
    @CsvSource({"0,false,ALONE", "0,true,ALONE", "1,true,BESIDE_WRITERS", "1,false,COPY"})
    void how_it_is_read_follows_from_what_lies_beside_it(long logBytes, boolean hasIndex, Mode mode) {
        assertEquals(mode, Mode.of(logBytes, hasIndex));
    }

    @Test
    void what_is_purged_is_in_no_byte_of_the_log_either_while_others_have_the_file_open() throws IOException {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
        try (ReceiverFile server = ReceiverFile.open(path()); ReceiverFile purging = ReceiverFile.existing(path())) {
            ReceiverSettings settings = ReceiverSettings.STAND_ALONE.retaining(Duration.ofDays(1));
            Receiver.on(server.dataSource(), settings, now::get)
                    .deliver(new Delivery(Operation.of("s", "k"), LARGE), Effect.NONE);
            assertTrue(holdsPayload());
            now.set(Instant.EPOCH.plus(Duration.ofDays(1)));
            assertEquals(1, Receiver.on(purging.dataSource(), ReceiverSettings.STAND_ALONE, now::get).purge());
            assertEquals(false, holdsPayload());
        }
    }

    private boolean holdsPayload() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                if (Files.readString(file, StandardCharsets.ISO_8859_1).contains("canary")) {
                    return true;
                }
            }
        }
        return false;
    }

    @Test
    void a_file_that_is_gone_or_another_s_in_its_place_is_told_and_not_written() throws IOException {
        Path other = directory.resolve("other.db");
        ReceiverFile.open(other).close();
        try (ReceiverFile file = ReceiverFile.open(path())) {
            deliver(file, 0);
            Receiver receiver = receiver(file);
            Path away = directory.resolve("away.db");
            Files.move(path(), away);
            assertEquals(ReceiverProblem.MISSING, assertThrows(ReceiverException.class, receiver::countEffects).problem());
            Files.move(other, path());
            for (Operation operation : List.of(Operation.of("s", "k0"), Operation.of("s", "k1"))) {
                ReceiverException told = assertThrows(ReceiverException.class,
                        () -> receiver.deliver(new Delivery(operation, LARGE), Effect.NONE));
                assertEquals(ReceiverProblem.MISSING, told.problem());
            }
            Files.move(away, path(), StandardCopyOption.REPLACE_EXISTING);
            assertEquals(1, receiver.countEffects());
        }
    }
}
