// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.DamageReason;
import dev.counterfoil.journal.sqlite.ScrubTest;
import dev.counterfoil.journal.sqlite.SqliteCheckpointStore;
import dev.counterfoil.journal.sqlite.file.JournalFile;
import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.sqlite.file.OpenFiles;
import dev.counterfoil.journal.sqlite.file.SchemaSteps;
import dev.counterfoil.journal.store.DamagedJournalException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal that is so large that its structure is checked beside its rows. */
class StructureBesideTest {
    private static final int PAGE_BYTES = 4096;
    private static final byte LEAF_OF_AN_INDEX = 10;

    @TempDir
    Path directory;

    private Path journal;

    @BeforeEach
    void make() {
        journal = directory.resolve("large.db");
        ScrubTest.make(journal, 17);
    }

    /** Misspells an id in the index that ids are looked up by, where the table spells it still. */
    private void misspell(String id) throws Exception {
        byte[] bytes = Files.readAllBytes(journal);
        byte[] name = id.getBytes(StandardCharsets.UTF_8);
        for (int page = 0; page < bytes.length; page += PAGE_BYTES) {
            for (int at = page; bytes[page] == LEAF_OF_AN_INDEX && at + name.length <= page + PAGE_BYTES; at++) {
                if (ByteBuffer.wrap(bytes, at, name.length).equals(ByteBuffer.wrap(name))) {
                    try (FileChannel file = FileChannel.open(journal, StandardOpenOption.WRITE)) {
                        file.write(ByteBuffer.wrap(new byte[] {'H'}), at);
                    }
                    return;
                }
            }
        }
        throw new AssertionError("no index has " + id);
    }

    private boolean isLeftOpen() {
        return OpenFiles.isOpen(JournalFile.find(journal, SchemaSteps.KNOWN).key());
    }

    @Test
    void a_sound_one_opens_and_an_index_that_misspells_an_id_is_damage_and_nothing_of_the_check_is_left_open() throws Exception {
        SqliteCheckpointStore.open(journal).close();
        assertFalse(isLeftOpen());
        misspell("heavy 11");
        DamagedJournalException refused = assertThrows(DamagedJournalException.class, () -> SqliteCheckpointStore.open(journal));
        assertEquals(DamageReason.STRUCTURE_DIFFERS, refused.damages().get(0).reason());
        assertTrue(StructureCheck.CHECKED_AT_OPEN_BYTES < Files.size(journal), "or it was checked before, not beside");
        assertFalse(isLeftOpen());
    }

    @Test
    void whoever_fails_to_read_beside_it_has_waited_for_its_end() throws Exception {
        JournalFile file = JournalFile.find(journal, SchemaSteps.KNOWN);
        Link link = Link.open(journal, file.key(), Link.Mode.READ_ONLY);
        Optional<StructureBeside> beside = StructureBeside.begin(file, link, () -> {
            try (Link second = Link.open(journal, file.key(), Link.Mode.READ_ONLY)) {
                return StructureCheck.atOpen(file, second);
            }
        });
        assertTrue(beside.isPresent());
        link.close();
        assertThrows(SQLException.class, () -> Admittance.read(file, link, beside));
        assertFalse(isLeftOpen());
    }
}
