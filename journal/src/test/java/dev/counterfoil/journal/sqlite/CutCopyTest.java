// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.sqlite.file.JournalFile;
import dev.counterfoil.journal.store.JournalSource.Scope;
import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The copy of the log into the file was cut short, by a crash or by a full disk, after any number of its pages: the first page may then
 * speak of pages that the file does not have, and the log has them all.
 */
final class CutCopyTest {
    private static final int PAGE_BYTES = 4096;
    private static final int RECORDS = 200;
    private static final int VERSION_AT = 60;

    @TempDir
    private Path directory;

    private byte[] before;
    private byte[] after;
    private byte[] log;

    @BeforeEach
    void aJournalBeforeAndAfterItsLogWasCopied() throws Exception {
        Path journal = directory.resolve("whole.db");
        try (SqliteCheckpointStore store = Journals.store(journal)) {
            for (int i = 0; i < RECORDS; i++) {
                store.append(Journals.append("a", i));
            }
            before = Files.readAllBytes(journal);
            log = Files.readAllBytes(JournalFile.beside(journal, "-wal"));
        }
        after = Files.readAllBytes(journal);
        assertTrue(after.length > before.length + PAGE_BYTES, "the log holds pages behind the file's end");
    }

    /** The file when so many pages were copied. */
    private byte[] cutAfter(int pages) {
        byte[] file = Arrays.copyOf(after, Math.max(before.length, pages * PAGE_BYTES));
        int rest = pages * PAGE_BYTES;
        if (rest < before.length) {
            System.arraycopy(before, rest, file, rest, before.length - rest);
        }
        return file;
    }

    private Path left(byte[] file, int number) throws Exception {
        Path journal = Files.createDirectory(directory.resolve("left" + number)).resolve("j.db");
        Files.write(journal, file);
        Files.write(JournalFile.beside(journal, "-wal"), log);
        return journal;
    }

    @Test
    void after_any_number_of_its_pages_the_journal_is_read_and_opened_whole() throws Exception {
        for (int pages = 0; pages <= after.length / PAGE_BYTES; pages++) {
            Path journal = left(cutAfter(pages), pages);
            try (SqliteJournalReader reader = SqliteJournalReader.open(journal)) {
                assertEquals(RECORDS, reader.read(Journals.id("a")).orElseThrow().records().size());
            }
            assertArrayEquals(cutAfter(pages), Files.readAllBytes(journal));
            try (SqliteCheckpointStore store = SqliteCheckpointStore.open(journal)) {
                assertEquals(RECORDS, store.invocations(0, 1, Scope.ALL).get(0).records());
                store.append(Journals.append("b", 0));
                assertEquals(List.of(), store.checkAnchor());
            }
        }
    }

    @Test
    void a_file_of_another_version_is_refused_all_the_same() throws Exception {
        byte[] cut = cutAfter(1);
        ByteBuffer.wrap(cut).putInt(VERSION_AT, 99);
        Path journal = left(cut, 0);
        assertEquals(StoreProblem.OTHER_VERSION,
                assertThrows(StoreException.class, () -> SqliteJournalReader.open(journal)).problem());
        assertEquals(StoreProblem.OTHER_VERSION,
                assertThrows(StoreException.class, () -> SqliteCheckpointStore.open(journal)).problem());
        assertArrayEquals(cut, Files.readAllBytes(journal));
    }
}
