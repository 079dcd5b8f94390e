// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.plan;

import dev.counterfoil.journal.record.Coded;

/** By which rules a request is planned. Immutable. */
public enum Rules implements Coded {
    /** By the extended ones where it has a member that only they know, else by the published ones. */
    AS_WRITTEN,
    /** As the published planner does: members that it does not know are ignored. */
    PUBLISHED,
    /** With all that is said beyond it. */
    EXTENDED
}
