// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.decision;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What {@link RecoveryDecision} answers. Immutable. */
public sealed interface RecoveryAnswer {
    /**
     * A decision.
     *
     * @param route what to do
     * @param delayMillis how long to wait first; there exactly where something is scheduled, so 0 is now
     * @param result what is handed to the caller: the recorded or the replied result; it may be a secret and is not printed
     * @param reasons the branches that were consulted, in order
     */
    record Decided(Route route, OptionalLong delayMillis, Optional<String> result, List<Reason> reasons) implements RecoveryAnswer {
        /** Copies the reasons. */
        public Decided {
            reasons = List.copyOf(reasons);
        }

        @Override
        public String toString() {
            return route.code() + ", delay " + delayMillis + ", result "
                    + result.map(text -> "of " + text.length() + " characters").orElse("none") + ", because " + reasons;
        }
    }

    /**
     * A refusal: the input is outside of the rules, and nothing is decided.
     *
     * @param path the first member that is wrong, as {@code receipt.result}
     * @param what what it must be
     */
    record Invalid(String path, String what) implements RecoveryAnswer {}
}
