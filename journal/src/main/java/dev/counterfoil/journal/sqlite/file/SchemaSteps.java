// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.file;

import java.sql.SQLException;
import java.util.List;

/**
 * The versions of the layout that this program knows: the first one, and what has to be done to a file of each version to make one of the
 * next. A program whose newest version is n opens every file of version 1 to n. Immutable.
 *
 * <p>Who writes brings the file up to the newest version first, all steps in one transaction that raises {@code user_version} too: of
 * several processes one does it and the others wait, and a kill leaves the old version or the new one. Who only reads leaves the file as it
 * is, so whatever a version adds is asked for only where it is there. A runtime that has the file open with an older program finds the
 * version raised at its next transaction and is refused as {@code other_version}: it writes nothing that the new version would not know.
 *
 * <p>What a step may do: add tables, columns with a default, indexes, and fill them from what is there. It changes no record, digest or
 * tombstone, and takes nothing away that a reader of the old version looks at. Once released a step never changes.
 *
 * @param steps the step from version 1 to 2, from 2 to 3, and so on
 */
public record SchemaSteps(List<Step> steps) {
    /** What this program knows: version 1 alone. */
    public static final SchemaSteps KNOWN = new SchemaSteps(List.of());

    /** Copies the list. */
    public SchemaSteps {
        steps = List.copyOf(steps);
    }

    /** Makes one version of the one before it, inside the caller's transaction. */
    public interface Step {
        /** Changes tables. */
        void apply(Link link) throws SQLException;
    }

    /** The version that is written. */
    public long newest() {
        return SqliteFormat.FIRST_VERSION + steps.size();
    }

    public boolean knows(long version) {
        return version >= SqliteFormat.FIRST_VERSION && version <= newest();
    }

    @Override
    public String toString() {
        return steps.isEmpty() ? "version " + SqliteFormat.FIRST_VERSION : "versions " + SqliteFormat.FIRST_VERSION + " to " + newest();
    }

    /** The version of the file as the transaction sees it. */
    public static long version(Link link) throws SQLException {
        return link.number("pragma user_version");
    }

    /** Makes what a file of a version has out of what one of the first has. */
    public void make(Link link, long version) throws SQLException {
        for (Step step : steps.subList(0, Math.toIntExact(version - SqliteFormat.FIRST_VERSION))) {
            step.apply(link);
        }
    }

    /** Brings the file up, inside the caller's transaction. */
    public void apply(Link link) throws SQLException {
        long version = version(link);
        for (Step step : steps.subList(Math.toIntExact(version - SqliteFormat.FIRST_VERSION), steps.size())) {
            step.apply(link);
        }
        link.execute("pragma user_version = " + newest());
    }
}
