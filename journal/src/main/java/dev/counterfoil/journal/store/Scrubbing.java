// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.store;

import dev.counterfoil.journal.record.Coded;

/** Whether bytes that were deleted or erased are gone from the medium of the store, as far as it writes it. Immutable. */
public enum Scrubbing implements Coded {
    /** They are. */
    DONE,
    /** They are gone from what is read, but a log still has them, which another process is reading: try again when it has ended. */
    LOG_IN_USE
}
