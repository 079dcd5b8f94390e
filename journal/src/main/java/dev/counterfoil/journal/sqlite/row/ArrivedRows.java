// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.row;

import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.store.Arrivals;
import dev.counterfoil.journal.store.Head;
import dev.counterfoil.journal.store.StoredInvocation;
import dev.counterfoil.journal.store.StoredRecord;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The new records of one invocation, added from the first to the last: they must be linked to what is known of it. Confined to a view. */
final class ArrivedRows {
    private final Link link;
    private final Rows.Place place;
    private final ArrivalRows.Breadth breadth;
    private final List<StoredRecord> records = new ArrayList<>();
    private OptionalLong previousKey = OptionalLong.empty();
    private long lastKey;
    private long next;
    private int before;
    private long bytes;
    private boolean broken;

    ArrivedRows(Link link, Rows.Place place, ArrivalRows.Breadth breadth) {
        this.link = link;
        this.place = place;
        this.breadth = breadth;
    }

    /** How many bytes were read. */
    long bytes() {
        return bytes;
    }

    /** What is before the first new one: the head that is known, the opening, or records that have to be read again. */
    void beginAt(long firstKey, Head known) throws SQLException {
        previousKey = link.first("select previous_key from record where key = ?", row -> Rows.key(row, 1), firstKey)
                .orElse(OptionalLong.empty());
        if (!known.equals(Head.NONE)) {
            next = known.records();
            broken = previousKey.isEmpty()
                    || !Rows.digest(link, place.row().number(), previousKey.getAsLong()).equals(Optional.of(known.digest()));
        } else if (previousKey.isPresent()) {
            readBackFrom(previousKey.getAsLong());
        }
        lastKey = firstKey;
    }

    private void readBackFrom(long last) throws SQLException {
        Deque<Rows.Step> steps = new ArrayDeque<>();
        OptionalLong key = OptionalLong.of(last);
        while (key.isPresent() && !broken) {
            long here = key.getAsLong();
            Optional<Rows.Step> step = Rows.bare(link, here, 0).filter(this::isOurs);
            step.ifPresent(steps::addFirst);
            key = step.map(Rows.Step::previousKey).orElse(OptionalLong.empty());
            broken = step.isEmpty() || key.isPresent() && key.getAsLong() >= here;
        }
        if (broken) {
            next = link.first("select count(*) from record where invocation = ? and key <= ?", row -> row.getLong(1),
                    place.row().number(), last).orElse(0L);
            return;
        }
        for (Rows.Step step : steps) {
            StoredRecord record = step.record();
            records.add(new StoredRecord(next++, record.digest(), record.body(), Optional.empty(), Optional.empty()));
            bytes += record.body().size();
        }
        before = records.size();
    }

    /** Reads the next record; gives its place. */
    long add(long key) throws SQLException {
        long sequence = next++;
        if (!broken) {
            Optional<Rows.Step> step = (breadth == ArrivalRows.Breadth.WITH_BYTES ? Rows.step(link, key, sequence)
                    : Rows.bare(link, key, sequence)).filter(this::isOurs);
            broken = step.isEmpty() || !step.get().previousKey().equals(previousKey);
            step.ifPresent(read -> add(read.record()));
        }
        previousKey = OptionalLong.of(key);
        lastKey = key;
        return sequence;
    }

    private void add(StoredRecord record) {
        records.add(record);
        bytes += record.body().size() + record.payload().map(each -> each.bytes().size()).orElse(0)
                + record.attachment().map(each -> each.bytes().size()).orElse(0);
    }

    private boolean isOurs(Rows.Step step) {
        return step.invocation() == place.row().number();
    }

    /**
     * What was read.
     *
     * @param extent the last where no key is left behind those that were added
     */
    Arrivals.Part part(Arrivals.Extent extent) throws SQLException {
        boolean isLast = lastKey == place.lastKey();
        boolean moreIsSaid = place.lastKey() > lastKey && extent == Arrivals.Extent.MORE_FOLLOW;
        if (broken || !isLast && !moreIsSaid) {
            StoredInvocation all = Rows.suspected(link, place.row().id(), number -> true).orElseThrow();
            return new Arrivals.Part(all.row(), all.records(), 0, Arrivals.Extent.ALL_THAT_IS_THERE);
        }
        int bare = breadth == ArrivalRows.Breadth.WITH_BYTES ? before : records.size();
        return new Arrivals.Part(place.row(), records, bare, isLast ? Arrivals.Extent.THE_LAST : Arrivals.Extent.MORE_FOLLOW);
    }
}
