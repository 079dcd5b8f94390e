// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.sqlite.commit.Session;
import dev.counterfoil.journal.sqlite.file.NetworkFileSystems;
import dev.counterfoil.journal.sqlite.file.SchemaSteps;
import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal that lies, or is to lie, on a disk that several hosts write. */
final class SharedDiskTest {
    @TempDir
    private Path directory;

    private Path journal() {
        return directory.resolve("j.db");
    }

    @Test
    void A41_nothing_is_made_there() throws Exception {
        StoreException refused = assertThrows(StoreException.class,
                () -> SqliteCheckpointStore.openOrCreate(journal(), Files::createLink, path -> "nfs4"));
        assertEquals(StoreProblem.NETWORK_FILE_SYSTEM, refused.problem());
        assertTrue(refused.getMessage().contains("nfs4") && refused.getMessage().contains("local disk"), refused.getMessage());
        try (Stream<Path> entries = Files.list(directory)) {
            assertEquals(List.of(), entries.toList());
        }
    }

    @Test
    void A41_a_journal_that_lies_there_is_not_opened_for_writing_and_is_left_as_it_was_and_read() throws Exception {
        Journals.store(journal()).close();
        byte[] before = Files.readAllBytes(journal());
        StoreException refused = assertThrows(StoreException.class,
                () -> SqliteCheckpointStore.open(journal(), Session.Committing.PLAIN, SchemaSteps.KNOWN, path -> "cifs"));
        assertEquals(StoreProblem.NETWORK_FILE_SYSTEM, refused.problem());
        assertArrayEquals(before, Files.readAllBytes(journal()));
        try (SqliteJournalReader reader = SqliteJournalReader.open(journal())) {
            assertEquals(List.of(), reader.checkAnchor());
        }
    }

    @Test
    void where_nobody_knows_the_type_it_is_opened() {
        NetworkFileSystems.refuse(journal(), path -> {
            throw new IOException("mount point not found");
        });
        SqliteCheckpointStore.openOrCreate(journal(), Files::createLink, NetworkFileSystems.Look.SYSTEM).close();
        assertTrue(Files.exists(journal()));
    }
}
