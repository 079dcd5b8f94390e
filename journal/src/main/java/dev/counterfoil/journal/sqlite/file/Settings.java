// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.file;

import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/** The settings of every writing connection, made and then read back. Thread-safe: it holds nothing. */
public final class Settings {
    /** How long a connection waits for another's lock, in milliseconds: as long as a silent owner keeps what it owns. */
    public static final int BUSY_TIMEOUT_MILLIS = 10_000;

    /** The log is copied into the file when it has so many pages: about 4 MiB. */
    static final int AUTOCHECKPOINT_PAGES = 1_000;

    /** A log that grew under a long reader is cut back to so many bytes when it is next begun anew. */
    public static final long JOURNAL_SIZE_LIMIT_BYTES = 4L << 20;

    /**
     * Name, wanted value, and what reading it back must give. {@code mmap_size=0}: a failing disk shows as an error, not as a signal.
     * {@code secure_delete=1}: what is pruned or erased is overwritten, whichever connection gives the room to something else.
     * {@code fullfsync} matters where the plain call does not reach the disk, and nowhere else.
     */
    private static final List<Setting> ALL = List.of(
            new Setting("locking_mode", "normal", "normal"),
            new Setting("journal_mode", "wal", "wal"),
            new Setting("synchronous", "full", "2"),
            new Setting("wal_autocheckpoint", Integer.toString(AUTOCHECKPOINT_PAGES), Integer.toString(AUTOCHECKPOINT_PAGES)),
            new Setting("journal_size_limit", Long.toString(JOURNAL_SIZE_LIMIT_BYTES), Long.toString(JOURNAL_SIZE_LIMIT_BYTES)),
            new Setting("fullfsync", "1", "1"),
            new Setting("checkpoint_fullfsync", "1", "1"),
            new Setting("mmap_size", "0", "0"),
            new Setting("trusted_schema", "0", "0"),
            new Setting("cell_size_check", "1", "1"),
            new Setting("secure_delete", "1", "1"),
            new Setting("recursive_triggers", "0", "0"),
            new Setting("foreign_keys", "0", "0"));

    private record Setting(String name, String wanted, String readBack) {}

    private Settings() {}

    /**
     * Makes and reads back every setting.
     *
     * @throws StoreException where one cannot be made
     */
    public static void make(Link link, Path path) throws SQLException {
        expect(path, "busy_timeout", Integer.toString(BUSY_TIMEOUT_MILLIS), link.text("pragma busy_timeout"));
        for (Setting setting : ALL) {
            link.execute("pragma " + setting.name + " = " + setting.wanted);
            expect(path, setting.name, setting.readBack, link.text("pragma " + setting.name));
        }
    }

    private static void expect(Path path, String name, String wanted, String found) {
        if (!wanted.equals(found)) {
            throw new StoreException(StoreProblem.NOT_DURABLE, path.toString(),
                    "SQLite's setting " + name + " must be " + wanted + " and is " + found);
        }
    }
}
