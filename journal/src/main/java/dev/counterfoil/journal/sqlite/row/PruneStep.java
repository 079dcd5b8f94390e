// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.row;

import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.sqlite.file.SqliteFailure;
import dev.counterfoil.journal.store.PruneResult;
import dev.counterfoil.journal.store.Pruning;
import dev.counterfoil.journal.store.Standing;
import dev.counterfoil.journal.store.StoredTombstone;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Tombstones in the place of invocations, inside a transaction that the caller begins and commits. Each is compared before anything of it
 * is written. Confined to that transaction.
 */
public final class PruneStep {
    private final List<Pruning> batch;
    private final Set<InvocationId> pruned = new HashSet<>();
    private final Set<InvocationId> already = new HashSet<>();

    public PruneStep(List<Pruning> batch) {
        this.batch = List.copyOf(batch);
    }

    public PruneResult run(Link link) throws SQLException {
        for (Pruning pruning : batch) {
            Optional<Rows.Place> place = Rows.place(link, pruning.invocation());
            if (place.isPresent() && isAsSeen(link, place.get(), pruning)) {
                replace(link, place.get(), pruning);
                pruned.add(pruning.invocation());
            } else if (!pruned.contains(pruning.invocation()) && isThere(link, pruning)) {
                already.add(pruning.invocation());
            }
        }
        if (!pruned.isEmpty()) {
            link.update("update journal set removals = removals + 1");
        }
        return new PruneResult.Pruned(pruned, already);
    }

    /**
     * Looks for what this step replaced; empty where it did not. Where somebody else pruned it between the commit that failed and the look,
     * the same tombstone stands there, and it counts as ours.
     */
    public Optional<PruneResult> look(Link link) throws SQLException {
        Set<InvocationId> there = new HashSet<>();
        for (Pruning pruning : batch) {
            if (pruned.contains(pruning.invocation()) && isThere(link, pruning)) {
                there.add(pruning.invocation());
            }
        }
        return there.isEmpty() && !pruned.isEmpty() ? Optional.empty() : Optional.of(new PruneResult.Pruned(there, already));
    }

    /** The same tombstone is the same whoever wrote it. */
    private static boolean isThere(Link link, Pruning pruning) throws SQLException {
        return Rows.tombstone(link, pruning.invocation()).map(StoredTombstone::digest).equals(Optional.of(pruning.digest()));
    }

    private static boolean isAsSeen(Link link, Rows.Place place, Pruning pruning) throws SQLException {
        return place.row().standing() == Standing.CLOSED
                && place.row().records() == pruning.expected().records()
                && Rows.digest(link, place.row().number(), place.lastKey()).equals(Optional.of(pruning.expected().digest()));
    }

    private static void replace(Link link, Rows.Place place, Pruning pruning) throws SQLException {
        long number = place.row().number();
        deleteRecords(link, place);
        if (link.update("delete from invocation where number = ?", number) != 1) {
            throw SqliteFailure.corrupt("a row is found by its id and not by its number");
        }
        link.update("insert into tombstone(number, id, records, last_key, last_digest, digest_sum, digest) values"
                        + " (?, ?, ?, ?, ?, ?, ?)",
                number, pruning.invocation().value(), pruning.expected().records(), place.lastKey(), pruning.expected().digest().bytes(),
                pruning.digestSum().bytes(), pruning.digest().bytes());
        link.update("insert into tombstone_body(number, body) values (?, ?)", number, pruning.body().toArray());
        AnchorRow.required(link).plusTombstone(number, place.lastKey(), pruning.digest()).write(link);
    }

    /** From the last one backwards, as they are read: a row that the walk does not reach is no record of this invocation. */
    private static void deleteRecords(Link link, Rows.Place place) throws SQLException {
        OptionalLong key = OptionalLong.of(place.lastKey());
        long deleted = 0;
        while (key.isPresent()) {
            Optional<OptionalLong> previous = link.first("delete from record where key = ? and invocation = ? returning previous_key",
                    row -> Rows.key(row, 1), key.getAsLong(), place.row().number());
            deleted += previous.isPresent() ? 1 : 0;
            key = previous.orElse(OptionalLong.empty());
        }
        if (deleted != place.row().records()) {
            throw new SQLException("its last record does not lead back to its opening", "", SqliteFailure.CORRUPT.primary());
        }
    }
}
