// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.output;

import dev.counterfoil.journal.fold.BusinessState;
import dev.counterfoil.journal.fold.Tombstone;

/** What a tombstone knows, as the line for stderr {@code ID: pruned, what, what to do}. Immutable. */
public final class PrunedText {
    private PrunedText() {}

    /**
     * The line.
     *
     * @param tombstone what is kept
     * @return one line
     */
    public static String of(Tombstone tombstone) {
        return tombstone.id().value() + ": pruned, it was " + tombstone.status().code() + " (" + tombstone.reason().code() + ") at "
                + tombstone.closedAt() + ", business state " + tombstone.businessState().code()
                + tombstone.response().map(digest -> ", response sha256 " + digest.hex()).orElse("")
                + "; its records and its answer are gone and the id stays taken: "
                + advice(tombstone.businessState());
    }

    private static String advice(BusinessState state) {
        return switch (state) {
            case CONFIRMED -> "it is done, do not send this request again under another id unless a second effect is wanted";
            case UNKNOWN -> "it may be done, do not send this request again under another id before you know";
            case NOT_ATTEMPTED, NOT_APPLIED, READ_ONLY -> "it left no effect, so the same request may go under another id";
        };
    }

    /**
     * The note of a command that splits totals.
     *
     * @param journal the journal's file, as it was given
     * @param pruned how many there are
     * @return one line
     */
    public static String inNoGroup(String journal, long pruned) {
        return journal + ": " + pruned + (pruned == 1 ? " pruned invocation is" : " pruned invocations are")
                + " in the total and in no group";
    }

    /**
     * The note of a command that goes on while others prune.
     *
     * @param journal the journal's file, as it was given
     * @param pruned how many were pruned since it began
     * @return one line
     */
    public static String meanwhile(String journal, long pruned) {
        return journal + ": " + pruned + (pruned == 1 ? " invocation was" : " invocations were")
                + " pruned meanwhile; what was not shown of " + (pruned == 1 ? "it" : "them") + " is gone";
    }

    /**
     * The note of a command that shows invocations and none of these.
     *
     * @param journal the journal's file, as it was given
     * @param pruned how many there are
     * @return one line
     */
    public static String notShown(String journal, long pruned) {
        return journal + ": " + pruned + (pruned == 1 ? " pruned invocation is" : " pruned invocations are") + " neither shown nor counted";
    }
}
