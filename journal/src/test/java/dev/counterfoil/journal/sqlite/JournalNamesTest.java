// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.store.DamagedJournalException;
import dev.counterfoil.journal.sqlite.file.JournalFile;
import dev.counterfoil.journal.sqlite.file.Publication;
import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What has the name of a file beside a database is written over or removed with it: nothing that is kept gets such a name. */
final class JournalNamesTest {
    @TempDir
    private Path directory;

    private Path journal;

    @BeforeEach
    void journalIsThere() {
        journal = directory.resolve("j.db");
        Journals.store(journal).close();
    }

    private List<String> names() throws Exception {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }

    private static void isUnfit(Executable wish) {
        assertEquals(StoreProblem.UNFIT_NAME, assertThrows(StoreException.class, wish).problem());
    }

    private void backup(Path file) {
        SqliteBackup.write(journal, file, copy -> true, SqliteBackup.Progress.TO_THE_END);
    }

    @ParameterizedTest
    @ValueSource(strings = {"j.db-wal", "j.db-shm", "j.db-journal", "j.db.new-0123456789abcdef", "j.db.new-0123456789abcdef-wal", "-wal",
        "other-journal", "other.new-ffffffffffffffff"})
    void no_journal_and_no_backup_gets_a_name_of_a_file_beside_one(String name) throws Exception {
        Path reserved = directory.resolve(name);
        isUnfit(() -> SqliteCheckpointStore.openOrCreate(reserved));
        isUnfit(() -> SqliteCheckpointStore.open(reserved));
        isUnfit(() -> backup(reserved));
        isUnfit(() -> SqliteRestoration.restore(reserved, (stored, backup) -> List.of()));
        isUnfit(() -> SqliteRestoration.requireBackup(reserved));
        assertEquals(List.of("j.db"), names());
    }

    @Test
    void a_link_is_judged_by_its_own_name_and_by_what_it_leads_to() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolve("x-wal"), journal);
        isUnfit(() -> SqliteCheckpointStore.openOrCreate(link));
        Path copy = Files.copy(journal, directory.resolve("copy-shm"));
        Path plain = Files.createSymbolicLink(directory.resolve("plain"), copy);
        isUnfit(() -> SqliteCheckpointStore.open(plain));
    }

    @Test
    void a_copy_under_such_a_name_can_still_be_looked_at() throws Exception {
        Path copy = Files.copy(journal, directory.resolve("copy-journal"));
        try (SqliteJournalReader reader = SqliteJournalReader.open(copy)) {
            assertEquals(List.of(), reader.checkAnchor());
        }
    }

    @Test
    void every_name_that_a_file_in_the_making_gets_is_reserved() throws Exception {
        try (Publication publication = Publication.of(directory.resolve("fresh"), Files::createLink)) {
            for (String suffix : List.of("", "-wal", "-shm", "-journal")) {
                isUnfit(() -> JournalFile.named(JournalFile.beside(publication.fresh(), suffix)));
            }
        }
    }

    @Test
    void a_name_is_as_long_as_the_files_beside_it_permit() throws Exception {
        for (String letter : List.of("x", "\u00fc")) {
            int bytes = letter.getBytes(StandardCharsets.UTF_8).length;
            Path longest = directory.resolve(letter.repeat(226 / bytes));
            Path copy = directory.resolve(letter.repeat(226 / bytes - 1) + "y".repeat(bytes));
            Journals.store(longest).close();
            SqliteBackup.write(longest, copy, each -> true, SqliteBackup.Progress.TO_THE_END);
            assertTrue(Files.exists(copy));
            isUnfit(() -> SqliteCheckpointStore.openOrCreate(directory.resolve(letter.repeat(226 / bytes) + "x")));
            isUnfit(() -> backup(directory.resolve(letter.repeat(226 / bytes) + "x")));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"wal", "j-wal.db", "j.new-york", "j.new-0123456789abcde", "journal", "a-WAL", "j.new-0123456789abcdef.db"})
    void names_that_only_look_like_them_are_free(String name) throws Exception {
        Path free = directory.resolve(name);
        backup(free);
        assertTrue(Files.exists(free));
        Files.delete(free);
        Journals.store(free).close();
        assertTrue(Files.exists(free));
    }

    @Test
    void a_link_that_leads_nowhere_is_told_as_such_and_nothing_is_made() throws Exception {
        Path target = directory.resolve("there.db");
        Path link = Files.createSymbolicLink(directory.resolve("link.db"), target.getFileName());
        for (Executable wish : List.<Executable>of(() -> SqliteCheckpointStore.openOrCreate(link), () -> SqliteCheckpointStore.open(link),
                () -> SqliteJournalReader.open(link).close())) {
            StoreException refused = assertThrows(StoreException.class, wish);
            assertEquals(StoreProblem.MISSING, refused.problem());
            assertTrue(refused.getMessage().contains("it is a symbolic link to " + directory.toRealPath().resolve("there.db")),
                    refused.getMessage());
        }
        assertEquals(List.of("j.db", "link.db"), names());
        Files.createSymbolicLink(target, link.getFileName());
        assertEquals(StoreProblem.MISSING, assertThrows(StoreException.class, () -> SqliteCheckpointStore.openOrCreate(link)).problem());
    }

    @Test
    void a_link_to_a_journal_that_left_its_log_is_damage() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolve("link.db"), directory.resolve("gone.db"));
        Files.writeString(directory.resolve("gone.db-wal"), "log");
        assertThrows(DamagedJournalException.class, () -> SqliteCheckpointStore.openOrCreate(link));
        assertEquals(List.of("gone.db-wal", "j.db", "link.db"), names());
    }
}
