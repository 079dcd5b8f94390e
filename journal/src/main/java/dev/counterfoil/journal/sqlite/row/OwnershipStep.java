// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.row;

import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.store.Acquisition;
import dev.counterfoil.journal.store.Holder;
import dev.counterfoil.journal.store.OwnerBeat;
import dev.counterfoil.journal.store.OwnerId;
import dev.counterfoil.journal.store.Standing;
import java.sql.SQLException;
import java.util.Optional;

/** Changes of ownership inside a transaction of the caller, to whose thread they are confined. */
public final class OwnershipStep {
    private OwnershipStep() {}

    static boolean isRegistered(Link link, OwnerId owner) throws SQLException {
        return link.first("select 1 from owner where id = ?", row -> row.getInt(1), owner.value()).isPresent();
    }

    public static Acquisition acquire(Link link, InvocationId invocation, OwnerId owner, Holder seen) throws SQLException {
        if (!isRegistered(link, owner)) {
            throw new IllegalArgumentException("runtime " + owner + " is not registered");
        }
        Optional<Rows.Place> place = Rows.place(link, invocation).filter(each -> each.row().standing() == Standing.OPEN);
        if (place.isEmpty()) {
            return new Acquisition.NothingToOwn();
        }
        if (!place.get().row().holder().equals(seen)) {
            return new Acquisition.HolderMoved();
        }
        link.update("update invocation set owner = ?, epoch = ? where number = ?", owner.value(), seen.epoch() + 1,
                place.get().row().number());
        return new Acquisition.Acquired(seen.epoch() + 1);
    }

    /** The number of invocations that were released: one or none. */
    public static int release(Link link, InvocationId invocation, Holder holder) throws SQLException {
        return link.update("update invocation set owner = null where id = ? and owner = ? and epoch = ? and closed = 0",
                invocation.value(), holder.owner().map(OwnerId::value), holder.epoch());
    }

    /** The number of invocations that were released with it. */
    public static int unregister(Link link, OwnerId owner) throws SQLException {
        int released = link.update("update invocation set owner = null where owner = ? and closed = 0", owner.value());
        link.update("delete from owner where id = ?", owner.value());
        return released;
    }

    /** The number of runtimes that were forgotten: one or none. */
    public static int forget(Link link, OwnerBeat seen) throws SQLException {
        String id = seen.owner().id().value();
        return link.update("delete from owner where id = ? and beat = ?"
                + " and not exists (select 1 from invocation where owner = ? and closed = 0)", id, seen.beat(), id);
    }
}
