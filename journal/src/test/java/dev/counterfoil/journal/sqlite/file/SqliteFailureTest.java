// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.counterfoil.journal.sqlite.file.SqliteFailure;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sqlite.SQLiteErrorCode;

/** What SQLite says, in the words of a store. */
final class SqliteFailureTest {
    @Test
    void codes_of_sqlite_have_one_meaning_each() {
        assertEquals(SqliteFailure.READONLY_DBMOVED, SqliteFailure.of(SQLiteErrorCode.SQLITE_READONLY_DBMOVED.code));
        assertEquals(SqliteFailure.READONLY, SqliteFailure.of(SQLiteErrorCode.SQLITE_READONLY_DIRECTORY.code));
        assertEquals(SqliteFailure.IOERR_SHMSIZE, SqliteFailure.of(SQLiteErrorCode.SQLITE_IOERR_SHMSIZE.code));
        assertEquals(SqliteFailure.IOERR_CORRUPTFS, SqliteFailure.of(SQLiteErrorCode.SQLITE_IOERR_CORRUPTFS.code));
        assertEquals(SqliteFailure.IOERR, SqliteFailure.of(SQLiteErrorCode.SQLITE_IOERR_WRITE.code));
        assertEquals(SqliteFailure.BUSY, SqliteFailure.of(SQLiteErrorCode.SQLITE_BUSY_SNAPSHOT.code));
        assertEquals(SqliteFailure.CORRUPT, SqliteFailure.of(SQLiteErrorCode.SQLITE_CORRUPT_VTAB.code));
        assertEquals(SqliteFailure.IOERR, SqliteFailure.of(SQLiteErrorCode.SQLITE_NOLFS.code));
        for (SqliteFailure line : SqliteFailure.values()) {
            boolean damage = List.of("ERROR", "IOERR_CORRUPTFS", "CORRUPT", "CONSTRAINT", "MISMATCH", "NOTADB").contains(line.name());
            assertEquals(damage, line.isDamage(), line.name());
        }
    }
}
