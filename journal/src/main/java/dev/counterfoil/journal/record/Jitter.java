// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

/** How a wait is spread. Immutable. */
public enum Jitter implements Coded {
    /** Not at all. */
    NONE,
    /** Between nothing and the whole wait. */
    FULL,
    /** Between half of the wait and the whole. */
    EQUAL
}
