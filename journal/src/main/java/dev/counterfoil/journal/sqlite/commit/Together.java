// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.commit;

import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.sqlite.file.SqliteFailure;
import dev.counterfoil.journal.sqlite.row.AppendStep;
import dev.counterfoil.journal.sqlite.row.JournalEnd;
import dev.counterfoil.journal.store.Append;
import dev.counterfoil.journal.store.AppendResult;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Some appends in one transaction, and what became of each where its commit failed. Confined to the thread that leads.
 */
final class Together implements Link.Work<List<Optional<AppendResult>>>, Session.Doubt<List<Optional<AppendResult>>> {
    private final List<Append> appends;
    private boolean begun;
    private boolean made;

    Together(List<Append> appends) {
        this.appends = appends;
    }

    /** Whether its transaction began. */
    boolean hasBegun() {
        return begun;
    }

    /** Whether all is written, so that only the commit is left. */
    boolean isMade() {
        return made;
    }

    @Override
    public List<Optional<AppendResult>> on(Link link) throws SQLException {
        begun = true;
        JournalEnd end = new JournalEnd(link);
        List<Optional<AppendResult>> results = new ArrayList<>();
        for (Append append : appends) {
            results.add(Optional.of(new AppendStep(link, end, append).run()));
        }
        end.write();
        made = true;
        return results;
    }

    /** One that is not there has no result; where none is, nothing was committed. */
    @Override
    public Optional<List<Optional<AppendResult>>> look(Link fresh) throws SQLException {
        List<Optional<AppendResult>> found = new ArrayList<>();
        for (Append append : appends) {
            found.add(AppendStep.look(fresh, append));
        }
        return found.stream().allMatch(Optional::isEmpty) ? Optional.empty() : Optional.of(found);
    }

    @Override
    public List<Optional<AppendResult>> unknown(SQLException cause) {
        String words = "the commit failed with " + SqliteFailure.words(cause) + " and cannot be looked for";
        return appends.stream().map(append -> Optional.<AppendResult>of(new AppendResult.Unknown(words))).toList();
    }
}
