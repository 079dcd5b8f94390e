// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.store.Arrivals;
import dev.counterfoil.journal.store.StoredInvocation;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** Finds what was written behind a key: keys grow with every record, whatever its invocation. Confined to one view. */
final class ArrivalRows {
    private static final String KEYS = "select record.key, " + SqliteFormat.bounded("invocation.id", Bounds.TEXT_BYTES)
            + " from record left join invocation on invocation.number = record.invocation where record.key > ? order by record.key limit ?";

    /** How much a look holds at once, but for the invocation that passes it: so memory follows invocations and not the journal. */
    private static final long BYTES_AT_A_LOOK = 4L << 20;

    private final Link link;
    private final long after;

    private ArrivalRows(Link link, long after) {
        this.link = link;
        this.after = after;
    }

    /**
     * What was found, and up to where was looked.
     *
     * @param lastKey the key to look behind next time
     * @param highestKey of what is there, and of what was pruned
     */
    record Found(long lastKey, long highestKey, Arrivals arrivals) {}

    /** Behind a key, at most so many records of all invocations. */
    static Found all(Link link, long after, int limit) throws SQLException {
        return new ArrivalRows(link, after).ofAll(limit);
    }

    /** Behind a key, all records of one invocation. */
    static Found one(Link link, long after, InvocationId id) throws SQLException {
        return new ArrivalRows(link, after).ofOne(id);
    }

    private Found ofAll(int limit) throws SQLException {
        NavigableMap<Long, InvocationId> keys = keys(limit);
        Map<InvocationId, StoredInvocation> invocations = new HashMap<>();
        Map<Long, Arrivals.Place> places = new HashMap<>();
        long bytes = 0;
        for (Map.Entry<Long, InvocationId> next : keys.entrySet()) {
            InvocationId id = next.getValue();
            if (invocations.containsKey(id)) {
                continue;
            }
            if (bytes > BYTES_AT_A_LOOK) {
                keys = keys.headMap(next.getKey(), false);
                break;
            }
            Optional<StoredInvocation> found = Rows.invocation(link, id);
            if (found.isEmpty()) {
                throw corrupt("a name that its index does not lead to");
            }
            invocations.put(id, found.get());
            places.putAll(places(id));
            bytes += bytes(found.get());
        }
        List<Arrivals.Place> ordered = keys.keySet().stream().filter(places::containsKey).map(places::get).toList();
        return new Found(keys.isEmpty() ? after : keys.lastKey(), highestKey(), new Arrivals(ordered, invocations));
    }

    private NavigableMap<Long, InvocationId> keys(int limit) throws SQLException {
        TreeMap<Long, InvocationId> keys = new TreeMap<>();
        List<Long> strays = new ArrayList<>();
        link.each(KEYS, row -> {
            String id = row.getString(2);
            return id == null ? strays.add(row.getLong(1)) : keys.put(row.getLong(1), Rows.id(id)) == null;
        }, after, limit);
        if (!strays.isEmpty()) {
            throw corrupt("a record of no invocation");
        }
        return keys;
    }

    private static long bytes(StoredInvocation invocation) {
        return invocation.records().stream().mapToLong(record -> record.body().size()
                + record.payload().map(payload -> payload.bytes().size()).orElse(0)
                + record.attachment().map(attached -> attached.bytes().size()).orElse(0)).sum();
    }

    private static SQLException corrupt(String what) {
        return new SQLException(what, "", SqliteFailure.CORRUPT.primary());
    }

    private Found ofOne(InvocationId id) throws SQLException {
        Optional<StoredInvocation> found = Rows.invocation(link, id);
        TreeMap<Long, Arrivals.Place> places = new TreeMap<>(places(id));
        if (found.isEmpty() || places.isEmpty()) {
            return new Found(after, highestKey(), Arrivals.NONE);
        }
        return new Found(places.lastKey(), highestKey(), new Arrivals(List.copyOf(places.values()), Map.of(id, found.get())));
    }

    private long highestKey() throws SQLException {
        long counted = AnchorRow.read(link).map(AnchorRow::highestKey).orElse(0L);
        return Math.max(counted, link.number("select max(key) from record"));
    }

    /** The keys of an invocation's new records, found from its last one backwards; where a link is broken, the scan tells. */
    private Map<Long, Arrivals.Place> places(InvocationId id) throws SQLException {
        Map<Long, Arrivals.Place> places = new HashMap<>();
        Optional<Rows.Place> place = Rows.place(link, id);
        if (place.isEmpty()) {
            return places;
        }
        long key = place.get().lastKey();
        for (long sequence = place.get().row().records() - 1; sequence >= 0 && key > after; sequence--) {
            places.put(key, new Arrivals.Place(id, sequence));
            long here = key;
            key = link.first("select previous_key from record where key = ?", row -> row.getLong(1), here)
                    .filter(previous -> previous < here).orElse(0L);
        }
        return places;
    }
}
