// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.store;

import dev.counterfoil.journal.record.Coded;

/** Why a store is not available. Immutable. */
public enum StoreProblem implements Coded {
    /** There is no journal. */
    MISSING,
    /** Others kept it locked for too long. */
    BUSY,
    /** No space is left. */
    FULL,
    /** It cannot be written. */
    READ_ONLY,
    /** It is a file of something else. */
    NOT_A_JOURNAL,
    /** It has a format version that this program does not know. */
    OTHER_VERSION,
    /** The file system has no hard links, which publish a new journal. */
    NO_HARD_LINKS,
    /** It lies on a file system that other hosts write too. */
    NETWORK_FILE_SYSTEM,
    /** It is a backup: it is read, and written only after a restore. */
    IS_A_BACKUP,
    /** It is no backup, so there is nothing to restore. */
    NOT_A_BACKUP,
    /** No journal and no backup may have this name: a mistake of who gave it. */
    UNFIT_NAME,
    /** Something is there already under the name that a backup, or a journal that measures, was to get. */
    TAKEN,
    /** A setting that durability needs could not be made. */
    NOT_DURABLE,
    /** Reading or writing failed. */
    IO_FAILED,
    /** The file under the path is another than the one that was opened. */
    REPLACED,
    /** The database library could not be loaded. */
    LIBRARY_MISSING,
    /** It was closed by us. */
    CLOSED
}
