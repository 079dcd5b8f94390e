// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.look;

/** How a journal is read without harm. Immutable. */
enum ReadingMode {
    /** Nobody has written since the log was copied into the file: SQLite reads the file alone and touches nothing else. */
    ALONE,
    /** Beside writers, through their -shm. */
    BESIDE_WRITERS,
    /** From a private copy of file and log: SQLite would have to make a -shm where it must not, or cannot. */
    COPY;

    /**
     * What lies beside a journal.
     *
     * @param walBytes length of the -wal; 0 where there is none
     * @param hasShm whether there is a -shm
     * @param isDirectoryWritable whether this process may write the directory
     * @param isOpenHere whether this process has the file open, so that it may not be read plainly
     */
    record Surroundings(long walBytes, boolean hasShm, boolean isDirectoryWritable, boolean isOpenHere) {}

    /**
     * Chooses. A file that this process has open has a -shm and is never copied: closing the copy's descriptor would drop the locks of its
     * connection.
     */
    static ReadingMode of(Surroundings around) {
        if (around.walBytes() == 0) {
            return ALONE;
        }
        if (around.isOpenHere()) {
            return BESIDE_WRITERS;
        }
        return around.hasShm() && around.isDirectoryWritable() ? BESIDE_WRITERS : COPY;
    }
}
