// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.sqlite.Journals;
import dev.counterfoil.journal.sqlite.SqliteCheckpointStore;
import dev.counterfoil.journal.store.AppendResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that is slowed for measuring. */
final class SlowDiskTest {
    @TempDir
    private Path directory;

    @Test
    void a_negative_delay_is_refused_before_anything_is_made() {
        Path journal = directory.resolve("j.db");
        assertThrows(IllegalArgumentException.class, () -> SqliteCheckpointStore.slowed(journal, Duration.ofNanos(-1)));
        assertFalse(Files.exists(journal));
    }

    @Test
    void an_interrupt_cuts_the_delay_short_and_stays_set_and_the_commit_stands() {
        Path journal = directory.resolve("j.db");
        Journals.store(journal).close();
        try (SqliteCheckpointStore store = SqliteCheckpointStore.slowed(journal, Duration.ofDays(1))) {
            Thread.currentThread().interrupt();
            assertEquals(new AppendResult.Appended(), store.append(Journals.append("a", 0)));
            assertTrue(Thread.interrupted());
        }
    }
}
