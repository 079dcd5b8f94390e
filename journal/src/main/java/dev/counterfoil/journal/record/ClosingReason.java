// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

import java.util.Optional;

/**
 * Why an invocation was closed: how it ended, or the refusal that stopped it. Immutable.
 */
public sealed interface ClosingReason extends Coded permits ClosingReason.Ending, RefusalCode {
    /** The reasons that are not refusals. Immutable. */
    enum Ending implements ClosingReason {
        /** There is a response. */
        COMPLETED,
        /** The request needs repair: the provider rejected it for good. */
        PERMANENT,
        /** A person gave up a doubt. */
        ABANDONED
    }

    /**
     * Finds the reason with a code.
     *
     * @param code the code
     * @return the reason, or empty where there is none
     */
    static Optional<ClosingReason> find(String code) {
        Optional<Ending> ending = Coded.find(Ending.class, code);
        return ending.isPresent() ? ending.map(e -> e) : Coded.find(RefusalCode.class, code).map(r -> r);
    }
}
