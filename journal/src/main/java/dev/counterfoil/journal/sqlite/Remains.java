// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import dev.counterfoil.journal.store.StoredRecord;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is left of an invocation whose last record does not lead back to its opening: the records that lead on from the opening, and behind
 * them those that the last one leads back to. So a reader is shown everything before the damage, and the damage where it is. Costs a scan
 * of all records, which only damage pays.
 */
final class Remains {
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

    /** The records of an invocation with those that lead on behind the one that its row calls the last. */
    static List<StoredRecord> withWhatFollows(Link link, Rows.Place place, List<StoredRecord> found) throws SQLException {
        List<StoredRecord> records = new ArrayList<>(found);
        Optional<Long> here = Optional.of(place.lastKey());
        while (here.isPresent()) {
            here = link.first("select min(key) from record where invocation = ? and previous_key = ? and key > ?",
                    row -> Optional.of(row.getLong(1)).filter(key -> key > 0), place.row().number(), here.get(), here.get())
                    .flatMap(key -> key);
            Optional<Rows.Step> step = here.isPresent() ? Rows.step(link, here.get(), records.size()) : Optional.empty();
            step.ifPresent(each -> records.add(each.record()));
        }
        return records;
    }
}
