// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.row;

import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.store.AnchorDifference;
import dev.counterfoil.journal.store.Arrivals;
import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import dev.counterfoil.journal.store.StoredRecord;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a follower saw of a journal, to find out whether it is still there: which journal it is, what its anchor counted, which never grows
 * less, and the last record that was read. Immutable.
 *
 * @param journal what the file said of itself
 * @param records as the anchor counted them
 * @param highestKey likewise
 * @param tombstones likewise
 * @param last the record behind which the next look begins
 */
public record FollowedPast(String journal, long records, long highestKey, long tombstones, Optional<LastRead> last) {
    /** A record that was read. */
    public record LastRead(long key, InvocationId invocation, long sequence, Sha256 digest) {}

    /**
     * What is there now; empty where the journal has no anchor. Of records that were read in the same view the last one.
     *
     * @param seen the last one before
     */
    public static Optional<FollowedPast> read(Link link, Optional<LastRead> seen) throws SQLException {
        String journal = JournalRow.read(link).text();
        return AnchorRow.read(link)
                .map(anchor -> new FollowedPast(journal, anchor.records(), anchor.highestKey(), anchor.tombstones(), seen));
    }

    /** The last record of a look. */
    public static Optional<LastRead> last(ArrivalRows.Found found) {
        if (found.places().isEmpty()) {
            return Optional.empty();
        }
        Arrivals.Place place = found.places().get(found.places().size() - 1);
        List<StoredRecord> records = found.parts().get(place.invocation()).records();
        return records.stream().filter(record -> record.sequence() == place.sequence()).findFirst()
                .map(record -> new LastRead(found.lastKey(), place.invocation(), place.sequence(), record.digest()));
    }

    /** Whether the journal may be what this one became. */
    public boolean mayHaveBecome(FollowedPast now, Link link) throws SQLException {
        return journal.equals(now.journal) && records <= now.records && highestKey <= now.highestKey && tombstones <= now.tombstones
                && (last.isEmpty() || isThere(link, last.get()));
    }

    /** In its place, or pruned with its invocation. */
    private static boolean isThere(Link link, LastRead seen) throws SQLException {
        Optional<Rows.Place> place = Rows.place(link, seen.invocation());
        if (place.isEmpty()) {
            return Rows.tombstone(link, seen.invocation()).filter(each -> each.head().records() > seen.sequence()).isPresent();
        }
        return place.get().row().records() > seen.sequence() && place.get().lastKey() >= seen.key()
                && Rows.digest(link, place.get().row().number(), seen.key()).equals(Optional.of(seen.digest()));
    }

    /** Whether one invocation's last record leads back to its opening over as many records as its row counts. */
    public static boolean isLinked(Link link, InvocationId id) throws SQLException {
        Optional<Rows.Place> place = Rows.place(link, id);
        if (place.isEmpty()) {
            return Rows.tombstone(link, id).isPresent();
        }
        OptionalLong key = OptionalLong.of(place.get().lastKey());
        long count = 0;
        while (key.isPresent() && count <= place.get().row().records()) {
            Optional<OptionalLong> previous = link.first("select previous_key from record where key = ? and invocation = ?",
                    row -> Rows.key(row, 1), key.getAsLong(), place.get().row().number());
            if (previous.isEmpty()) {
                return false;
            }
            count++;
            key = previous.get();
        }
        return count == place.get().row().records();
    }

    /** What it is where what was read is not there any more: damage where the journal contradicts itself, else another journal. */
    public static RuntimeException contradiction(Path path, Link link) throws SQLException {
        List<AnchorDifference> differences = AnchorCheck.whole(link);
        if (!differences.isEmpty()) {
            return Admittance.damaged(path, differences);
        }
        return new StoreException(StoreProblem.REPLACED, path.toString(), "records that were shown are not there any more: it is another"
                + " journal by now, or an earlier state of itself; look into it with a dump");
    }
}
