// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.row;

import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.sqlite.file.SqliteFailure;
import dev.counterfoil.journal.sqlite.file.SqliteFormat;
import dev.counterfoil.journal.store.Arrivals;
import dev.counterfoil.journal.store.Head;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Finds what was written behind a key: keys grow with every record, whatever its invocation. Reads what is there behind the key, and of
 * invocations whose head the asker does not know what is before it, without the bytes beside it. Confined to one view.
 */
public final class ArrivalRows {
    private static final String KEYS = "select record.key, " + SqliteFormat.bounded("invocation.id", Bounds.TEXT_BYTES)
            + " from record left join invocation on invocation.number = record.invocation where record.key > ? order by record.key limit ?";

    private static final int RECORDS_AT_A_LOOK = 512;

    /** How much a look holds at once, but for the record that passes it: so memory follows invocations and not the journal. */
    private static final long BYTES_AT_A_LOOK = 4L << 20;

    private final Link link;
    private final long after;
    private final Wish wish;
    private final Map<InvocationId, ArrivedRows> found = new HashMap<>();
    private final List<Arrivals.Place> places = new ArrayList<>();
    private long lastKey;

    private ArrivalRows(Link link, long after, Wish wish) {
        this.link = link;
        this.after = after;
        this.wish = wish;
        this.lastKey = after;
    }

    /** What is read of a record. */
    public enum Breadth {
        /** The record alone. */
        BARE,
        /** The bytes beside it too. */
        WITH_BYTES
    }

    /**
     * What the asker wants.
     *
     * @param only one invocation; empty for all
     * @param breadth what is read of a record
     * @param known up to where the asker knows an invocation
     */
    public record Wish(Optional<InvocationId> only, Breadth breadth, Function<InvocationId, Head> known) {}

    /**
     * What was found, and up to where was looked.
     *
     * @param lastKey the key to look behind next time
     * @param places which records
     * @param parts what was read of their invocations
     * @param bytes how many were read in bodies and beside them
     * @param isAll whether nothing more is there behind the key
     */
    public record Found(long lastKey, List<Arrivals.Place> places, Map<InvocationId, Arrivals.Part> parts, long bytes, boolean isAll) {
        /** Whether some links lead nowhere. */
        public boolean isBroken() {
            return parts.values().stream().anyMatch(part -> part.extent() == Arrivals.Extent.ALL_THAT_IS_THERE);
        }
    }

    /** Behind a key. */
    public static Found behind(Link link, long after, Wish wish) throws SQLException {
        return new ArrivalRows(link, after, wish).read();
    }

    private Found read() throws SQLException {
        NavigableMap<Long, InvocationId> keys = wish.only().isPresent() ? keys(wish.only().get()) : keys();
        boolean isAll = keys.size() < RECORDS_AT_A_LOOK;
        long bytes = 0;
        for (Map.Entry<Long, InvocationId> next : keys.entrySet()) {
            if (bytes > BYTES_AT_A_LOOK) {
                isAll = false;
                break;
            }
            long before = bytes(next.getValue());
            ArrivedRows rows = rows(next.getValue(), next.getKey());
            places.add(new Arrivals.Place(next.getValue(), rows.add(next.getKey())));
            bytes += rows.bytes() - before;
            lastKey = next.getKey();
        }
        Map<InvocationId, Arrivals.Part> parts = new HashMap<>();
        for (Map.Entry<InvocationId, ArrivedRows> each : found.entrySet()) {
            parts.put(each.getKey(), each.getValue().part(isAll ? Arrivals.Extent.THE_LAST : Arrivals.Extent.MORE_FOLLOW));
        }
        return new Found(lastKey, places, parts, found.values().stream().mapToLong(ArrivedRows::bytes).sum(), isAll);
    }

    /** How many were read of one invocation; what is read back to its opening counts, too. */
    private long bytes(InvocationId id) {
        return Optional.ofNullable(found.get(id)).map(ArrivedRows::bytes).orElse(0L);
    }

    private ArrivedRows rows(InvocationId id, long firstKey) throws SQLException {
        ArrivedRows rows = found.get(id);
        if (rows == null) {
            Optional<Rows.Place> place = Rows.place(link, id);
            if (place.isEmpty()) {
                throw SqliteFailure.corrupt("a name that its index does not lead to");
            }
            rows = new ArrivedRows(link, place.get(), wish.breadth());
            rows.beginAt(firstKey, wish.known().apply(id));
            found.put(id, rows);
        }
        return rows;
    }

    private NavigableMap<Long, InvocationId> keys() throws SQLException {
        TreeMap<Long, InvocationId> keys = new TreeMap<>();
        List<Long> strays = new ArrayList<>();
        link.each(KEYS, row -> {
            String id = row.getString(2);
            return id == null ? strays.add(row.getLong(1)) : keys.put(row.getLong(1), Rows.id(id)) == null;
        }, after, RECORDS_AT_A_LOOK);
        if (!strays.isEmpty()) {
            throw SqliteFailure.corrupt("a record of no invocation");
        }
        return keys;
    }

    /** Of one invocation, found from its last record backwards; where a link is broken, what is behind it is left to be told as such. */
    private NavigableMap<Long, InvocationId> keys(InvocationId id) throws SQLException {
        TreeMap<Long, InvocationId> keys = new TreeMap<>();
        Optional<Rows.Place> place = Rows.place(link, id);
        long key = place.map(Rows.Place::lastKey).orElse(0L);
        while (key > after) {
            keys.put(key, id);
            long here = key;
            key = link.first("select previous_key from record where key = ?", row -> row.getLong(1), here)
                    .filter(previous -> previous < here).orElse(0L);
        }
        while (keys.size() > RECORDS_AT_A_LOOK) {
            keys.pollLastEntry();
        }
        return keys;
    }
}
