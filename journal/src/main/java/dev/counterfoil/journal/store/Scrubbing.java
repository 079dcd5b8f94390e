// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.store;

import dev.counterfoil.journal.record.Coded;

/** Whether bytes that were deleted or erased are gone from the medium of the store, as far as it writes it. Immutable. */
public enum Scrubbing implements Coded {
    /** They are. */
    DONE,
    /** They are gone from what is read, but others are in the way of removing every copy: try again when those have ended. */
    IN_USE
}
