// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.row;

import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.store.ReadAhead;
import dev.counterfoil.journal.store.StoredRecord;
import java.math.BigInteger;
import java.sql.SQLException;
import java.util.List;

/**
 * What was met by whoever read all pages of a file in turn, from the first to the last: each record of each invocation once. While nothing
 * is written that is what a recount of the file would meet, which then need not read the records again. Confined to one connection.
 */
public final class WalkedPages {
    private final long version;
    private final RunningSum sum = new RunningSum();
    private long records;
    private long last;
    private boolean broken;
    private boolean complete;

    private WalkedPages(long version) {
        this.version = version;
    }

    /** A walk that begins. */
    public static WalkedPages begin(Link link) throws SQLException {
        return new WalkedPages(version(link));
    }

    /** A number that is another one after each commit of others. */
    public static long version(Link link) throws SQLException {
        return link.number("pragma data_version");
    }

    /** One more page. Pages that do not follow the one before, or with records that were left out, make the walk worthless. */
    public void meet(Link link, long after, int limit, List<ReadAhead> page) throws SQLException {
        broken |= complete || after != last || version(link) != version
                || page.stream().anyMatch(each -> each.stored().isEmpty());
        if (broken) {
            return;
        }
        for (ReadAhead each : page) {
            last = each.row().number();
            for (StoredRecord record : each.stored().orElseThrow().records()) {
                records++;
                sum.add(record.digest());
            }
        }
        complete = page.size() < limit;
    }

    /** Whether the walk met all that the connection sees now. */
    public boolean isOf(Link link) throws SQLException {
        return complete && !broken && version(link) == version;
    }

    /** How many records it met. */
    long records() {
        return records;
    }

    /** The sum of their digests modulo 2^256. */
    BigInteger sum() {
        return sum.value();
    }
}
