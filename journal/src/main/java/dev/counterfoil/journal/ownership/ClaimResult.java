// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.ownership;

import dev.counterfoil.journal.store.OwnerBeat;

/** What became of one try to own an invocation. Immutable. */
public sealed interface ClaimResult {
    /**
     * It is ours.
     *
     * @param epoch the epoch at which it is
     */
    record Acquired(long epoch) implements ClaimResult {}

    /** This runtime owns it already: another thread of it works on it. */
    record HeldHere() implements ClaimResult {}

    /**
     * A runtime that is not known to be gone owns it: wait, and try again with the same claim.
     *
     * @param holder who, and its beat
     */
    record HeldElsewhere(OwnerBeat holder) implements ClaimResult {}

    /** There is no such invocation, or it is closed. */
    record NothingToOwn() implements ClaimResult {}
}
