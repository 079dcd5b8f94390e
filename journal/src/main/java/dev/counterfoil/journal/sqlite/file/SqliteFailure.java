// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.file;

import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.DamageReason;
import dev.counterfoil.journal.record.JournalException;
import dev.counterfoil.journal.store.DamagedJournalException;
import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteException;

/**
 * What SQLite's result codes mean to a journal: the one table. A line with a full (extended) code goes before the line with its primary
 * code. What is not listed is {@link StoreProblem#IO_FAILED}. Immutable.
 */
public enum SqliteFailure {
    /** The schema is not the one that the version promises: a table or column is gone. */
    ERROR(1, null, ""),
    PERM(3, StoreProblem.READ_ONLY, "the operating system forbids writing; check owner and mode of file and directory"),
    BUSY(5, StoreProblem.BUSY, "another process kept it locked; try again"),
    LOCKED(6, StoreProblem.BUSY, "another connection kept it locked; try again"),
    NOMEM(7, StoreProblem.IO_FAILED, "SQLite got no memory"),
    /** READONLY_DBMOVED. */
    READONLY_DBMOVED(8 | 4 << 8, StoreProblem.REPLACED, "the file was moved away while it was open; open it again"),
    READONLY(8, StoreProblem.READ_ONLY, "the file or its directory cannot be written; check owner, mode and mount"),
    /** We asked for it ourselves. */
    INTERRUPT(9, StoreProblem.IO_FAILED, "it was interrupted"),
    /** IOERR_SHMSIZE: the -shm could not grow, which is what a full disk does to it. */
    IOERR_SHMSIZE(10 | 19 << 8, StoreProblem.FULL, "no space is left for the -shm file; free some and try again"),
    /** IOERR_CORRUPTFS: the file system itself says that the file is damaged. */
    IOERR_CORRUPTFS(10 | 33 << 8, null, ""),
    IOERR(10, StoreProblem.IO_FAILED, "reading or writing failed; look at the disk and the system log"),
    CORRUPT(11, null, ""),
    FULL(13, StoreProblem.FULL, "no space is left; free some and try again"),
    CANTOPEN(14, StoreProblem.IO_FAILED, "the file, its -wal or its -shm cannot be opened; check owner, mode and mount"),
    PROTOCOL(15, StoreProblem.BUSY, "others kept locking it; try again"),
    /** A value of another type than the column's, or a key twice: rows that the anchor knows nothing of. */
    CONSTRAINT(19, null, ""),
    MISMATCH(20, null, ""),
    AUTH(23, StoreProblem.READ_ONLY, "SQLite was not authorised to write"),
    NOTADB(26, null, "");

    private final int code;
    private final Optional<StoreProblem> problem;
    private final String advice;

    SqliteFailure(int code, @Nullable StoreProblem problem, String advice) {
        this.code = code;
        this.problem = Optional.ofNullable(problem);
        this.advice = advice;
    }

    /** The line of a code, extended or primary; {@link #IOERR} for what is not listed. */
    static SqliteFailure of(int code) {
        for (SqliteFailure line : values()) {
            if (line.code == code || line.code == (code & 0xff)) {
                return line;
            }
        }
        return IOERR;
    }

    /** Rows that SQLite reads and that cannot be. */
    public static SQLException corrupt(String what) {
        return new SQLException(what, "", CORRUPT.primary());
    }

    /** The primary code. */
    public int primary() {
        return code & 0xff;
    }

    /** The line of a failure. */
    public static SqliteFailure of(SQLException failure) {
        return of(code(failure));
    }

    /** Whether it speaks of broken bytes, not of a broken environment. */
    boolean isDamage() {
        return problem.isEmpty();
    }

    /** The exception for a failure: damage or a store that is not available. */
    public static JournalException exception(Path journal, SQLException failure) {
        SqliteFailure line = of(failure);
        if (line.isDamage()) {
            Damage damage = new Damage(DamageReason.UNREADABLE, "the file", Optional.of("a sound database"), Optional.of(words(failure)));
            return new DamagedJournalException(journal.toString(), damage, failure);
        }
        if (line == CANTOPEN && !(Files.isWritable(JournalFile.directoryOf(journal)) && Files.isWritable(journal))) {
            return new StoreException(StoreProblem.READ_ONLY, journal.toString(), READONLY.advice + " (" + words(failure) + ")", failure);
        }
        return new StoreException(line.problem.orElseThrow(), journal.toString(), line.advice + " (" + words(failure) + ")", failure);
    }

    /** The result code by name; the driver's text may quote values, so it is not used. */
    public static String words(SQLException failure) {
        return failure instanceof SQLiteException sqlite ? sqlite.getResultCode().name() : "code " + failure.getErrorCode();
    }

    /** The full code. */
    public static int code(SQLException failure) {
        return failure instanceof SQLiteException sqlite ? sqlite.getResultCode().code : failure.getErrorCode();
    }
}
