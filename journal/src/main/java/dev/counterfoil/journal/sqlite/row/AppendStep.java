// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.row;

import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.sqlite.file.SqliteFailure;
import dev.counterfoil.journal.store.Append;
import dev.counterfoil.journal.store.AppendResult;
import dev.counterfoil.journal.store.Authority;
import dev.counterfoil.journal.store.Head;
import dev.counterfoil.journal.store.Holder;
import dev.counterfoil.journal.store.InvocationRow;
import dev.counterfoil.journal.store.OwnerId;
import dev.counterfoil.journal.store.Standing;
import dev.counterfoil.journal.store.StoredInvocation;
import java.sql.SQLException;
import java.util.Optional;

/**
 * One append inside a transaction that the caller begins and commits: it compares first and writes after, so a refusal has written
 * nothing. Several appends may stand in one transaction, with one {@link JournalEnd} that is written after the last. Confined to it.
 */
public final class AppendStep {
    private static final String OPEN =
            "insert into invocation(number, id, owner, epoch, records, last_key, closed) values (?, ?, ?, 1, ?, ?, ?)";
    private static final String WHERE = " where number = ? and records = ? and last_key = ? and epoch = ?";
    private static final String MOVE = "update invocation set records = ?, last_key = ?" + WHERE;
    private static final String CLOSE = "update invocation set records = ?, last_key = ?, closed = 1, owner = null" + WHERE;

    private final Link link;
    private final JournalEnd end;
    private final Append append;

    public AppendStep(Link link, JournalEnd end, Append append) {
        this.link = link;
        this.end = end;
        this.append = append;
    }

    /** Compares, and writes where nothing differs. */
    public AppendResult run() throws SQLException {
        Optional<Rows.Tip> tip = Rows.tip(link, append.invocation());
        boolean opens = append.expected().equals(Head.NONE);
        if (opens == tip.isPresent() || opens && isPruned()) {
            return new AppendResult.HeadMoved();
        }
        if (opens) {
            return opening();
        }
        InvocationRow row = tip.get().place().row();
        Holder holder = row.holder();
        if (!mayWrite(holder)) {
            return new AppendResult.EpochMoved(holder);
        }
        if (!new Head(row.records(), tip.get().digest().orElse(Sha256.ZERO)).equals(append.expected())) {
            return new AppendResult.HeadMoved();
        }
        if (row.standing() == Standing.CLOSED && append.standing() == Standing.OPEN) {
            throw new IllegalArgumentException("a closed invocation stays closed");
        }
        return behind(tip.get().place());
    }

    /** Looks whether an append is there; empty where the head is still the expected one. */
    public static Optional<AppendResult> look(Link link, Append append) throws SQLException {
        Optional<StoredInvocation> found = Rows.invocation(link, append.invocation());
        return found.isPresent() ? append.seenIn(found.get())
                : Rows.tombstone(link, append.invocation()).map(pruned -> append.seenIn(pruned.head()));
    }

    private boolean isPruned() throws SQLException {
        return end.hasTombstones()
                && link.first("select 1 from tombstone where id = ?", row -> row.getInt(1), append.invocation().value()).isPresent();
    }

    private boolean mayWrite(Holder holder) {
        return !(append.authority() instanceof Authority.Owned owned)
                || holder.epoch() == owned.epoch() && holder.owner().equals(Optional.of(owned.owner()));
    }

    private AppendResult opening() throws SQLException {
        if (!(append.authority() instanceof Authority.Owned owned) || owned.epoch() != 1) {
            throw new IllegalArgumentException("an invocation is opened by its owner, at epoch 1");
        }
        if (!end.isRegistered(owned.owner())) {
            return new AppendResult.EpochMoved(new Holder(Optional.empty(), 1));
        }
        long number = end.highestKey() + 1;
        long lastKey = end.add(number, Optional.empty(), append.records());
        end.opened(head(number, append.after().records(), lastKey));
        Optional<OwnerId> owner = append.standing() == Standing.OPEN ? Optional.of(owned.owner()) : Optional.empty();
        link.update(OPEN, number, append.invocation().value(), owner.map(OwnerId::value), append.after().records(), lastKey,
                append.standing() == Standing.CLOSED ? 1 : 0);
        return new AppendResult.Appended();
    }

    private AppendResult behind(Rows.Place place) throws SQLException {
        long number = place.row().number();
        long lastKey = end.add(number, Optional.of(place.lastKey()), append.records());
        end.moved(head(number, place.row().records(), place.lastKey()), head(number, append.after().records(), lastKey));
        int changed = link.update(append.standing() == Standing.CLOSED ? CLOSE : MOVE, append.after().records(), lastKey, number,
                place.row().records(), place.lastKey(), place.row().holder().epoch());
        if (changed != 1) {
            throw SqliteFailure.corrupt("a row is found by its id and not by its number");
        }
        return new AppendResult.Appended();
    }

    private Sha256 head(long number, long records, long lastKey) {
        return AnchorRow.ofHead(number, append.invocation().value(), records, lastKey);
    }
}
