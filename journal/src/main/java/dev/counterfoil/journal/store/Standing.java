// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.store;

import dev.counterfoil.journal.record.Coded;

/** Whether an invocation may go on. Immutable. */
public enum Standing implements Coded {
    /** It may. */
    OPEN,
    /** Its last word was said. */
    CLOSED
}
