// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.bench.peer;

import java.util.Locale;

/** The peers. Immutable. */
public enum Kind {
    /** Two plain transactions of SQLite for each invocation, on one connection. */
    NAIVE,
    /** The runtime whole, over its SQLite store. */
    COUNTERFOIL,
    /** A file that is appended to and forced for all callers together: no more than what any log must do. */
    FILE_LOG,
    /** DBOS Transact on PostgreSQL: a workflow of one step. */
    DBOS;

    /**
     * The word in results.
     *
     * @return lower_snake
     */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Whether its forces can be made slower.
     *
     * @return false where another process makes them
     */
    public boolean isSlowable() {
        return this != DBOS;
    }

    /**
     * Opens or creates it.
     *
     * @param place where it keeps what it keeps
     * @param effect what happens between the two steps
     * @return the peer
     * @throws Exception where it cannot be opened
     */
    public Peer open(Place place, Effect effect) throws Exception {
        return switch (this) {
            case NAIVE -> new NaiveLoop(place, effect);
            case COUNTERFOIL -> new CounterfoilPeer(place, effect);
            case FILE_LOG -> new FileLog(place, effect);
            case DBOS -> new DbosPeer(place, effect);
        };
    }
}
