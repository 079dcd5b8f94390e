// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.ownership;

import java.time.Duration;

/** The three times of ownership, in one place. Immutable. */
public final class Lease {
    /** From one beat to the next: three beats fit into the silence after which an owner is taken for gone, so two may be lost. */
    public static final Duration BEAT = Duration.ofMillis(3_300);

    /**
     * An owner whose beat another runtime has seen unchanged for so long is gone; and a runtime whose own last beat is older stops owning.
     * The second begins when the beat was asked for, the first when it was seen: so the owner stops before another takes over.
     */
    public static final Duration SILENCE = Duration.ofSeconds(10);

    /**
     * An intent is dispatched within so long of its runtime's last beat, or not at all: 4 s are left for the way from this check to the
     * first byte, before anyone may take over.
     */
    public static final Duration DISPATCH = Duration.ofSeconds(6);

    private Lease() {}
}
