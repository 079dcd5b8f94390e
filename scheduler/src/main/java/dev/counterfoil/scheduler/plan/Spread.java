// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import dev.counterfoil.journal.record.Coded;

/** How chance shortens a wait. Immutable. */
public enum Spread implements Coded {
    /** To something between half of it and all. */
    EQUAL,
    /** To something between nothing and all. */
    FULL
}
