// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.store;

/** By what right something is appended. Immutable. */
public sealed interface Authority {
    /**
     * By ownership: refused where the epoch has moved or another runtime owns it. The epoch of an opening is 1 and its append acquires.
     *
     * @param owner the runtime
     * @param epoch the epoch at which it owns
     */
    record Owned(OwnerId owner, long epoch) implements Authority {}

    /** By none: evidence and cancellations come from anyone; only the head is compared. */
    record Anyone() implements Authority {}
}
