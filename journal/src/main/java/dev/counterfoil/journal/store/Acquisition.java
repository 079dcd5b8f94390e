// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.store;

/** What became of the wish to own an invocation. Immutable. */
public sealed interface Acquisition {
    /**
     * It is owned by the asker now.
     *
     * @param epoch the new epoch
     */
    record Acquired(long epoch) implements Acquisition {}

    /** Its holder is another than expected. */
    record HolderMoved() implements Acquisition {}

    /** There is no such invocation, or it is closed. */
    record NothingToOwn() implements Acquisition {}
}
