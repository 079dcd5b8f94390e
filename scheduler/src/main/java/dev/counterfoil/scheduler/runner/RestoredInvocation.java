// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.journal.record.Coded;
import dev.counterfoil.journal.record.InvocationId;
import java.util.OptionalInt;

/**
 * An open invocation of a restored journal. Immutable.
 *
 * @param id its name
 * @param found what the restoration made of it
 * @param ordinal its newest attempt; empty where it has none
 */
public record RestoredInvocation(InvocationId id, Found found, OptionalInt ordinal) {
    /** What a restoration finds in an open invocation, and makes of it. */
    public enum Found implements Coded {
        /** The original may have made another attempt after the copy: a stand-in for it is charged, and is in doubt. */
        MADE_DOUBTFUL,
        /** It was in doubt already, and still is; a verdict on it says nothing of what the original sent after one. */
        IN_DOUBT,
        /** Nothing could be sent any more: only its closing is missing. */
        NOTHING_TO_SEND
    }
}
