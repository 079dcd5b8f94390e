// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A41: file systems on which SQLite's locks do not hold. */
final class RemoteFilesTest {
    @TempDir
    private Path directory;

    /** The warnings of a look, or of whatever else runs. */
    private static List<String> warnings(Runnable work) {
        List<String> heard = new ArrayList<>();
        Logger logger = Logger.getLogger(RemoteFiles.class.getName());
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                if (line.getLevel().intValue() >= Level.WARNING.intValue()) {
                    heard.add(new SimpleFormatter().formatMessage(line));
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(handler);
        try {
            work.run();
        } finally {
            logger.removeHandler(handler);
        }
        return heard;
    }

    @ParameterizedTest
    @ValueSource(strings = {"nfs", "nfs4", "NFS", "cifs", "smb3", "fuse.sshfs", "fuse.glusterfs", "ceph"})
    void A41_a_journal_on_a_network_file_system_is_warned_of_by_its_type(String type) {
        List<String> heard = warnings(() -> RemoteFiles.look(Path.of("/mnt/j.db"), path -> type));
        assertEquals(1, heard.size());
        assertTrue(heard.get(0).startsWith("/mnt/j.db is on a network file system (" + type + "): "), heard.get(0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ext4", "ext2/ext3", "xfs", "btrfs", "zfs", "tmpfs", "overlay", "apfs", "NTFS", "fuse", ""})
    void A41_a_local_one_is_not(String type) {
        assertFalse(RemoteFiles.isRemote(type));
    }

    @Test
    void A41_a_file_system_that_cannot_be_asked_for_is_no_reason_to_fail() {
        assertEquals(List.of(), warnings(() -> RemoteFiles.look(directory, path -> {
            throw new IOException("mount point not found");
        })));
    }

    @Test
    void A41_a_store_looks_when_it_is_opened_for_writing() throws IOException {
        List<Path> asked = new ArrayList<>();
        Path journal = directory.resolve("j.db");
        Journals.store(journal).close();
        SqliteCheckpointStore.open(journal, Session.Committing.PLAIN, SchemaSteps.KNOWN, path -> {
            asked.add(path);
            return "nfs4";
        }).close();
        assertEquals(List.of(journal.toRealPath()), asked);
    }
}
