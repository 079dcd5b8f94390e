// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.row;

import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.sqlite.file.SqliteFormat;
import dev.counterfoil.journal.store.PayloadState;
import dev.counterfoil.journal.store.ReadAhead;
import dev.counterfoil.journal.store.StoredInvocation;
import dev.counterfoil.journal.store.StoredPayload;
import dev.counterfoil.journal.store.StoredRecord;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A page of invocations with their records. An invocation's number is the key of its opening and its other records mostly follow soon, so
 * the records of a page are read by one walk over the keys from its first number, instead of one look-up for each record; those that lie
 * farther away, or are rare or large, are looked up. Then each chain is walked backwards as one that is read alone. Whatever does not come
 * out whole, or comes when the page holds much, is left out here and is read by its name. Confined to one call.
 */
public final class PageRows {
    /** How many keys are walked over for each record that is wanted: between them lie the records of others. */
    private static final int KEYS_A_RECORD = 2;

    private static final int MOST_KEYS = 1 << 13;

    /** What of one page is held at once, but for the invocation that goes over it. */
    private static final long MOST_BYTES = 4 << 20;

    /** Greater payloads are looked up: then they are counted before the next is read. */
    private static final int PAYLOAD_BYTES = 64 << 10;

    private static final String PAGE = "select " + Rows.COLUMNS + ", (select named.number from invocation as named where named.id = "
            + SqliteFormat.bounded("invocation.id", Bounds.TEXT_BYTES) + ") from invocation where number > ? order by number limit ?";

    /** In {@link #CLEAR} and {@link #NOTHING} rows the column is what it should be; any other is looked up, and judged there. */
    private static final int NOTHING = 0;
    private static final int CLEAR = 1;
    private static final int OTHER = 2;
    private static final int BESIDE = 4;

    private static final String RECORDS = "select key, invocation, previous_key, case when octet_length(digest) is not " + Sha256.BYTES
            + " or octet_length(body) > " + Bounds.RECORD_BYTES + " then " + BESIDE * BESIDE + " else " + kind("payload") + " + " + BESIDE
            + " * " + kind("attachment") + " end, digest, body, payload, attachment from record where key between ? and ? order by key";

    private final Link link;
    private final List<Rows.Place> places;
    private final long[] numbers;
    private final long[] met;
    private final Rows.Step[] steps;
    private final long first;
    private long bytes;

    private PageRows(Link link, List<Rows.Place> places) {
        this.link = link;
        this.places = places;
        this.numbers = places.stream().mapToLong(place -> place.row().number()).toArray();
        this.met = new long[numbers.length];
        this.first = numbers[0];
        long wanted = places.stream().mapToLong(place -> Math.min(place.row().records(), MOST_KEYS)).sum();
        long last = places.stream().mapToLong(Rows.Place::lastKey).max().orElse(first);
        this.steps = new Rows.Step[(int) Math.max(0, Math.min(last - first + 1, Math.min(KEYS_A_RECORD * wanted, MOST_KEYS)))];
    }

    private static String kind(String column) {
        return "case when " + column + "_state is null then iif(" + column + " is null, " + NOTHING + ", " + OTHER + ") when " + column
                + "_state = " + SqliteFormat.code(PayloadState.CLEAR) + " and octet_length(" + column + ") <= " + PAYLOAD_BYTES + " then "
                + CLEAR + " else " + OTHER + " end";
    }

    /** The page behind a number. */
    public static List<ReadAhead> read(Link link, long after, int limit) throws SQLException {
        Rows.requirePage(limit);
        List<Rows.Place> places = new ArrayList<>();
        List<Boolean> named = new ArrayList<>();
        link.each(PAGE, row -> {
            Rows.Place place = Rows.listed(row);
            return places.add(place) && named.add(row.getLong(8) == place.row().number());
        }, after, limit);
        if (places.isEmpty()) {
            return List.of();
        }
        PageRows page = new PageRows(link, places);
        link.eachUntil(RECORDS, page::isEnough, page.first, page.first + page.steps.length - 1);
        List<ReadAhead> read = new ArrayList<>(places.size());
        for (int i = 0; i < places.size(); i++) {
            read.add(new ReadAhead(places.get(i).row(), named.get(i) ? page.whole(places.get(i)) : Optional.empty()));
        }
        return read;
    }

    /** What does not come out as it should is looked up by its own key afterwards, which tells what is wrong with it. */
    private boolean isEnough(ResultSet row) throws SQLException {
        // In a damaged tree a walk that began at the right place meets keys that it was not asked for.
        long at = row.getLong(1) - first;
        int place = Arrays.binarySearch(numbers, row.getLong(2));
        int kind = row.getInt(4);
        if (at < 0 || at >= steps.length || place < 0 || (kind & OTHER) != 0 || (kind / BESIDE & OTHER) != 0 || kind >= BESIDE * BESIDE) {
            return false;
        }
        byte[] body = row.getBytes(6);
        Optional<Sha256> digest = Rows.digest(row.getBytes(5));
        if (body == null || digest.isEmpty()) {
            return false;
        }
        StoredRecord record = new StoredRecord(met[place]++, digest.get(), Bytes.of(body), beside(row, 7, kind % BESIDE),
                beside(row, 8, kind / BESIDE));
        steps[(int) at] = new Rows.Step(numbers[place], Rows.key(row, 3), record);
        return count(record) > MOST_BYTES;
    }

    private static Optional<StoredPayload> beside(ResultSet row, int column, int kind) throws SQLException {
        return kind == NOTHING ? Optional.empty() : Optional.of(StoredPayload.clear(Bytes.of(row.getBytes(column))));
    }

    private long count(StoredRecord record) {
        bytes += record.body().size() + size(record.payload()) + size(record.attachment());
        return bytes;
    }

    private static int size(Optional<StoredPayload> payload) {
        return payload.isPresent() ? payload.get().bytes().size() : 0;
    }

    /** Walks from the last record backwards; empty where the walk does not end at the opening, or others have taken the room. */
    private Optional<StoredInvocation> whole(Rows.Place place) throws SQLException {
        if (place.row().records() > MOST_KEYS) {
            return Optional.empty();
        }
        StoredRecord[] records = new StoredRecord[(int) place.row().records()];
        long key = place.lastKey();
        for (int sequence = records.length - 1; sequence >= 0; sequence--) {
            Optional<Rows.Step> step = step(key, sequence);
            if (step.isEmpty() || step.get().invocation() != place.row().number()) {
                return Optional.empty();
            }
            records[sequence] = step.get().record();
            OptionalLong previous = step.get().previousKey();
            if (previous.isEmpty()) {
                return sequence == 0 ? Optional.of(new StoredInvocation(place.row(), List.of(records))) : Optional.empty();
            }
            if (previous.getAsLong() >= key) {
                return Optional.empty();
            }
            key = previous.getAsLong();
        }
        return Optional.empty();
    }

    private Optional<Rows.Step> step(long key, long sequence) throws SQLException {
        long at = key - first;
        if (at >= 0 && at < steps.length && steps[(int) at] != null) {
            Rows.Step step = steps[(int) at];
            StoredRecord record = step.record();
            return Optional.of(record.sequence() == sequence ? step : new Rows.Step(step.invocation(), step.previousKey(),
                    new StoredRecord(sequence, record.digest(), record.body(), record.payload(), record.attachment())));
        }
        if (bytes > MOST_BYTES) {
            return Optional.empty();
        }
        Optional<Rows.Step> step = Rows.step(link, key, sequence);
        step.ifPresent(each -> count(each.record()));
        return step;
    }
}
