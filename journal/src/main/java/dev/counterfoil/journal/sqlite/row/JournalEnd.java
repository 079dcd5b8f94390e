// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.row;

import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.sqlite.file.SqliteFormat;
import dev.counterfoil.journal.store.OwnerId;
import dev.counterfoil.journal.store.PayloadState;
import dev.counterfoil.journal.store.StoredPayload;
import dev.counterfoil.journal.store.StoredRecord;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The end of the journal inside one transaction, and what else its appends have in common: gives out keys, takes records, counts and sums.
 * The records and the anchor are written by {@link #write}, once for all that the transaction appends: a statement costs more than a row.
 * Confined to its transaction.
 */
public final class JournalEnd {
    /** So many records go with one statement. */
    private static final int ROWS = 8;

    private static final String INSERT = "insert into record"
            + "(key, invocation, previous_key, digest, body, payload, payload_state, attachment, attachment_state) values ";
    private static final String ROW = "(?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String INSERT_ONE = INSERT + ROW;
    private static final String INSERT_ROWS = INSERT + (ROW + ", ").repeat(ROWS - 1) + ROW;

    private final Link link;
    private final List<List<Object>> rows = new ArrayList<>();
    private final Set<OwnerId> registered = new HashSet<>();
    private Optional<GrowingAnchor> anchor = Optional.empty();

    public JournalEnd(Link link) {
        this.link = link;
    }

    /** The key of the last record; 0 where there is none. */
    long highestKey() throws SQLException {
        return anchor().highestKey();
    }

    /** Whether any invocation is pruned. */
    boolean hasTombstones() throws SQLException {
        return anchor().hasTombstones();
    }

    /** Whether a runtime is known. */
    boolean isRegistered(OwnerId owner) throws SQLException {
        if (!registered.contains(owner) && OwnershipStep.isRegistered(link, owner)) {
            registered.add(owner);
        }
        return registered.contains(owner);
    }

    /** Takes records of one invocation, the first of them behind another one or none; gives the key of the last. */
    long add(long invocation, Optional<Long> previous, List<StoredRecord> records) throws SQLException {
        Optional<Long> before = previous;
        GrowingAnchor end = anchor();
        for (StoredRecord record : records) {
            long key = end.add(record.digest());
            rows.add(List.of(key, invocation, before, record.digest().bytes(), record.body().toArray(), bytes(record.payload()),
                    state(record.payload()), bytes(record.attachment()), state(record.attachment())));
            before = Optional.of(key);
        }
        return end.highestKey();
    }

    /** Counts an invocation that was opened with this head. */
    void opened(Sha256 head) throws SQLException {
        anchor().opened(head);
    }

    /** Sums up that an invocation's head moved. */
    void moved(Sha256 from, Sha256 to) throws SQLException {
        anchor().moved(from, to);
    }

    /** Writes what it took; nothing where it took nothing. */
    public void write() throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        int written = 0;
        for (; rows.size() - written >= ROWS; written += ROWS) {
            link.update(INSERT_ROWS, rows.subList(written, written + ROWS).stream().flatMap(List::stream).toArray());
        }
        for (; written < rows.size(); written++) {
            link.update(INSERT_ONE, rows.get(written).toArray());
        }
        anchor().row().write(link);
        rows.clear();
    }

    private GrowingAnchor anchor() throws SQLException {
        if (anchor.isEmpty()) {
            anchor = Optional.of(new GrowingAnchor(AnchorRow.required(link)));
        }
        return anchor.get();
    }

    private static Optional<byte[]> bytes(Optional<StoredPayload> payload) {
        return payload.filter(each -> each.state() != PayloadState.ERASED).map(each -> each.bytes().toArray());
    }

    private static Optional<Integer> state(Optional<StoredPayload> payload) {
        return payload.map(each -> SqliteFormat.code(each.state()));
    }
}
