// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

/** Whether a provider may see what the invocation holds. Immutable. */
public enum Clearance implements Coded {
    /** It may. */
    CLEARED,
    /** It may not; it keeps its place in the order. */
    NOT_CLEARED
}
