// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.model;

import dev.counterfoil.journal.record.Coded;

/** How an endpoint calls the greatest number of tokens that it may write. Immutable. */
public enum OutputMember implements Coded {
    /** The older name, which most endpoints know. */
    MAX_TOKENS,
    /** The newer name; where it is known, what the model writes for itself before it answers is within it. */
    MAX_COMPLETION_TOKENS
}
