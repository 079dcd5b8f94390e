// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import dev.counterfoil.journal.store.Scrubbing;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;

/**
 * Removes every copy of what was deleted from the file and its log. Thread-safe.
 *
 * <p>Rows that give way are overwritten at once. But SQLite moves their neighbours between pages then, and in the unused room of a page the
 * former copy of a neighbour stays, also when that one is deleted later. So the file is written anew, without any unused room. Others wait
 * meanwhile; while a runtime is known, a large file is left as it is.
 */
final class Scrub {
    private static final Logger LOG = System.getLogger(Scrub.class.getName());

    /** Written anew within two or three seconds: a beat that waits so long is not missed. */
    private static final long BESIDE_OTHERS_BYTES = 256L << 20;

    private final Session session;

    /** How many tombstones there were when the file was last written anew through this store. */
    private volatile long compacted;

    Scrub(Session session) {
        this.session = session;
    }

    Scrubbing run() {
        boolean compact = session.alone(this::compact);
        boolean truncated = session.alone(link -> link.first("pragma wal_checkpoint(truncate)", row -> row.getInt(1) == 0).orElse(false));
        return compact && truncated ? Scrubbing.DONE : Scrubbing.IN_USE;
    }

    private boolean compact(Link link) throws SQLException {
        long tombstones = link.number("select count(*) from tombstone");
        if (link.number("pragma freelist_count") == 0 && tombstones == compacted) {
            return true;
        }
        if (link.number("pragma page_count") * link.number("pragma page_size") > BESIDE_OTHERS_BYTES
                && link.number("select count(*) from owner") > 0) {
            return false;
        }
        try {
            link.execute("vacuum");
        } catch (SQLException e) {
            LOG.log(Level.WARNING, "the file was not written anew ({0})", SqliteFailure.words(e));
            return false;
        }
        compacted = tombstones;
        return true;
    }
}
