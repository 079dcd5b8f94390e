// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.commit;

import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.sqlite.file.SqliteFailure;
import dev.counterfoil.journal.store.Scrubbing;
import java.lang.System.Logger.Level;
import java.lang.System.Logger;
import java.sql.SQLException;

/**
 * Removes every copy of what was deleted from the file and its log. Thread-safe.
 *
 * <p>Rows that give way are overwritten at once. But SQLite moves their neighbours between pages then, and in the unused room of a page the
 * former copy of a neighbour stays, also when that one is deleted later. So the file is written anew, without any unused room, once for
 * all removals that came since the last time: the file counts them, and says how many there were then. Others wait meanwhile, so while a
 * runtime is known a file that is not small is left as it is.
 */
public final class Scrub {
    private static final Logger LOG = System.getLogger(Scrub.class.getName());

    /** Written anew in well under a second, also on a slow disk: nobody who waits for it gives up, and no beat is missed. */
    static final long BESIDE_OTHERS_BYTES = 16L << 20;

    private final Session session;
    private final long besideOthersBytes;

    public Scrub(Session session) {
        this(session, BESIDE_OTHERS_BYTES);
    }

    Scrub(Session session, long besideOthersBytes) {
        this.session = session;
        this.besideOthersBytes = besideOthersBytes;
    }

    /**
     * Scrubs where something was removed since the last time, and where the file says that it was for more than there ever was.
     *
     * @throws dev.counterfoil.journal.store.StoreException where the disk or the directory for temporary files is full, or fails
     */
    public Scrubbing run() {
        long removals = session.read(link -> link.number("select removals from journal"));
        if (session.read(link -> link.number("select scrubbed = removals from journal")) == 1) {
            return Scrubbing.DONE;
        }
        boolean compact = session.alone(this::compact);
        boolean truncated = session.alone(link -> link.first("pragma wal_checkpoint(truncate)", row -> row.getInt(1) == 0).orElse(false));
        if (!compact || !truncated) {
            return Scrubbing.IN_USE;
        }
        session.alone(link -> link.update("update journal set scrubbed = ? where not scrubbed between ? and removals",
                removals, removals));
        return Scrubbing.DONE;
    }

    private boolean compact(Link link) throws SQLException {
        if (link.number("pragma page_count") * link.number("pragma page_size") > besideOthersBytes
                && link.number("select count(*) from owner") > 0) {
            return false;
        }
        try {
            link.execute("vacuum");
        } catch (SQLException e) {
            SqliteFailure line = SqliteFailure.of(e);
            if (line != SqliteFailure.BUSY && line != SqliteFailure.LOCKED) {
                throw e;
            }
            LOG.log(Level.WARNING, "the file was not written anew ({0})", SqliteFailure.words(e));
            return false;
        }
        return true;
    }
}
