// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.row;

import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.store.StoredRecord;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What is left of an invocation whose last record does not lead back to its opening: the records that lead on from the opening, and behind
 * them those that the last one leads back to. So a reader is shown everything before the damage, and the damage where it is. Costs a scan
 * of all records, which only damage pays. Confined to a view.
 */
public final class Remains {
    /** Stands for "no previous key": keys count from 1. */
    private static final long NONE = 0;

    private Remains() {}

    /**
     * Puts the rest together.
     *
     * @param place the invocation's row
     * @param tail what the last record leads back to
     * @return records in order; a gap in their sequences where some are missing, fewer than the row counts where the end is
     */
    static List<StoredRecord> of(Link link, Rows.Place place, List<StoredRecord> tail) throws SQLException {
        Map<Long, Long> next = new HashMap<>();
        long number = place.row().number();
        link.each("select key, previous_key from record where invocation = ? order by key", row -> {
            long previous = row.getLong(2);
            return next.putIfAbsent(row.wasNull() ? NONE : previous, row.getLong(1));
        }, number);
        List<StoredRecord> records = new ArrayList<>();
        long here = NONE;
        while (next.containsKey(here) && next.get(here) > here) {
            here = next.get(here);
            Optional<Rows.Step> step = Rows.step(link, here, records.size());
            if (step.isEmpty()) {
                break;
            }
            records.add(step.get().record());
            if (here == place.lastKey()) {
                return records;
            }
        }
        records.addAll(tail);
        return records;
    }

    /**
     * The invocations, by number, of which a record leads on behind the one that their row calls the last: none of a sound journal. One
     * pass over the records, whatever the number of invocations.
     */
    public static Set<Long> continued(Link link) throws SQLException {
        Set<Long> numbers = new HashSet<>();
        link.each("select record.invocation from record cross join invocation on invocation.number = record.invocation"
                + " where record.previous_key = invocation.last_key and record.key > record.previous_key",
                row -> numbers.add(row.getLong(1)));
        return numbers;
    }

    /** The records of an invocation with those that lead on behind the one that its row calls the last. Costs a scan of all records. */
    static List<StoredRecord> withWhatFollows(Link link, Rows.Place place, List<StoredRecord> found) throws SQLException {
        Map<Long, Long> next = new HashMap<>();
        link.each("select key, previous_key from record where invocation = ?1 and key > ?2 and key > previous_key order by key",
                row -> next.putIfAbsent(row.getLong(2), row.getLong(1)), place.row().number(), place.lastKey());
        List<StoredRecord> records = new ArrayList<>(found);
        for (Long here = next.get(place.lastKey()); here != null; here = next.get(here)) {
            Rows.step(link, here, records.size()).ifPresent(step -> records.add(step.record()));
        }
        return records;
    }
}
