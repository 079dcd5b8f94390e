// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.recovery;

import dev.counterfoil.journal.fold.Tail;
import dev.counterfoil.journal.record.DoubtProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a resumed invocation does, from what its journal says. Pure; immutable and thread-safe.
 *
 * <p>Every combination of the six observations of a {@link Situation} is either impossible, for a reason, or belongs to exactly one
 * {@link Row}. The table is consulted after every recorded step, by the run that made the attempt as by the one that recovers it. Damage,
 * conflicts and ownership are judged before it; it looks at no limit, only at admission's word.
 */
public final class RecoveryTable {
    private RecoveryTable() {}

    /**
     * All rows.
     *
     * @return in the order of their letters
     */
    public static List<Row> rows() {
        return Letters.ROWS;
    }

    /**
     * The row that a situation belongs to.
     *
     * @param situation the observations
     * @return the one row
     * @throws IllegalArgumentException where the situation is impossible: the caller asked for a receipt where nothing is asked
     */
    public static Row match(Situation situation) {
        Optional<String> reason = impossible(situation);
        if (reason.isPresent()) {
            throw new IllegalArgumentException("impossible: " + situation + ": " + reason.get());
        }
        return only(Letters.ROWS, situation);
    }

    static Row only(List<Row> table, Situation situation) {
        List<Row> rows = matching(table, situation);
        if (rows.size() != 1) {
            throw new IllegalStateException(rows.size() + " rows match " + situation);
        }
        return rows.get(0);
    }

    /**
     * Why a situation cannot happen. A receipt is asked for only where a doubt is open, the profile permits asking, there is a book, and
     * asking is of use; everything else can happen.
     *
     * @param situation the observations
     * @return the reason, or empty where it can happen
     */
    public static Optional<String> impossible(Situation situation) {
        if (situation.receipt() == Receipt.NOT_ASKED) {
            return Optional.empty();
        }
        if (situation.tail() != Tail.DOUBT) {
            return Optional.of("no receipt is asked for without a doubt");
        }
        if (situation.profile() == DoubtProfile.STRICT) {
            return Optional.of("no receipt is asked for under the strict profile");
        }
        if (situation.book() == Book.NONE) {
            return Optional.of("without a book there is no receipt");
        }
        return situation.contract() == TableContract.READ_ONLY && situation.profile() == DoubtProfile.REDELIVER
                ? Optional.of("a read-only operation under redeliver is sent again without asking")
                : Optional.empty();
    }

    static List<Row> matching(List<Row> rows, Situation situation) {
        // Asked after every recorded step: a stream of 27 rows with streams in them would be felt.
        List<Row> found = new ArrayList<>();
        for (Row row : rows) {
            if (row.admits(situation)) {
                found.add(row);
            }
        }
        return found;
    }
}
