// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.sqlite.Journals;
import dev.counterfoil.journal.sqlite.SqliteCheckpointStore;
import dev.counterfoil.journal.sqlite.commit.LogWatch;
import dev.counterfoil.journal.sqlite.file.JournalFile;
import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.sqlite.file.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How large the log grows, and who is told. */
final class LogWatchTest {
    @TempDir
    private Path directory;

    private Path journal() {
        return directory.resolve("j.db");
    }

    @Test
    void the_log_shrinks_to_its_bound_after_a_long_reader_and_a_warning_is_given_while_it_is_over() throws Exception {
        Path log = JournalFile.beside(journal(), "-wal");
        try (SqliteCheckpointStore store = Journals.store(journal());
                Link reader = Link.open(journal(), new Object(), Link.Mode.READ_ONLY)) {
            LogWatch watch = new LogWatch(JournalFile.find(journal()), 2 * Settings.JOURNAL_SIZE_LIMIT_BYTES);
            reader.execute("begin");
            reader.number("select count(*) from record");
            for (int i = 0; i < 200; i++) {
                store.append(Journals.heavyOpening("w" + i, 64 << 10));
            }
            assertTrue(Files.size(log) > 2 * Settings.JOURNAL_SIZE_LIMIT_BYTES);
            look(watch);
            assertTrue(watch.isOver());
            assertEquals(0, reader.number("select count(*) from record"));
            reader.execute("commit");
            for (int i = 0; i < 3; i++) {
                store.append(Journals.append("after" + i, 0));
            }
            assertTrue(Files.size(log) <= Settings.JOURNAL_SIZE_LIMIT_BYTES, () -> "the log has " + log.toFile().length() + " bytes");
            look(watch);
            assertFalse(watch.isOver());
        }
    }

    private static void look(LogWatch watch) {
        for (int i = 0; i < LogWatch.APPENDS_BETWEEN_LOOKS; i++) {
            watch.count();
        }
    }
}
