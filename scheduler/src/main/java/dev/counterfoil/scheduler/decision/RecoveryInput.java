// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.decision;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * Everything that the decision looks at. Any combination can be built; what is outside of the rules is {@link RecoveryDecision}'s to
 * refuse. Texts may be secrets: {@code toString} shows their lengths. Immutable.
 *
 * @param outcome what the last attempt looked like
 * @param replyResult the result in a good reply
 * @param operation what is to be done
 * @param receipt what a look at the receiver's records found
 * @param contract what the receiver promises
 * @param attemptsStarted deliveries begun so far, the first included, 0 to 2^31 − 1
 * @param maxAttempts deliveries allowed, 0 to 2^31 − 1; look-ups and waiting count for none
 * @param nowMillis a monotonic clock
 * @param deadlineMillis the end of the whole run, on the same clock
 * @param timeoutMillis what one attempt may take
 * @param baseMillis first upper bound of a wait; it doubles with each attempt
 * @param capMillis greatest upper bound of a wait of our own
 * @param jitterPpm where in its range the wait lies, in millionths, both ends included
 * @param retryAfterMillis the wait that the service asked for, from now
 * @param cancelled whether the user gave it up
 */
public record RecoveryInput(
        Outcome outcome,
        Optional<String> replyResult,
        Operation operation,
        Receipt receipt,
        Contract contract,
        long attemptsStarted,
        long maxAttempts,
        long nowMillis,
        long deadlineMillis,
        long timeoutMillis,
        long baseMillis,
        long capMillis,
        long jitterPpm,
        OptionalLong retryAfterMillis,
        boolean cancelled) {

    /**
     * What is to be done.
     *
     * @param key kept before the first delivery and the same for each; empty or none where there is none
     * @param fingerprint of scope and canonical payload, compared as it is
     */
    public record Operation(Optional<String> key, String fingerprint) {
        /** Whether there is a key that a receiver can bind something to. */
        boolean isKeyed() {
            return key.filter(text -> !text.isEmpty()).isPresent();
        }

        @Override
        public String toString() {
            return "operation with key" + length(key) + " and fingerprint" + length(Optional.of(fingerprint));
        }
    }

    /**
     * What a look at the receiver's records found.
     *
     * @param lookup what the look is worth
     * @param state what stands there; none where nobody could look
     * @param fingerprint of the payload that the receiver has; none where it has none
     * @param result the recorded result, where it is completed and has one
     */
    public record Receipt(Lookup lookup, Optional<ReceiptState> state, Optional<String> fingerprint, Optional<String> result) {
        @Override
        public String toString() {
            return lookup.code() + " receipt " + state.map(ReceiptState::code).orElse("(none)") + " with fingerprint" + length(fingerprint)
                    + " and result" + length(result);
        }
    }

    /**
     * What the receiver promises.
     *
     * @param idempotent it binds the key to the payload and remembers the result
     * @param reconciliation it can be asked, and an authoritative "absent" means that no earlier delivery can take effect any more
     * @param readOnly the operation has no effect
     */
    public record Contract(boolean idempotent, boolean reconciliation, boolean readOnly) {}

    private static String length(Optional<String> text) {
        return text.map(each -> " of " + each.length() + " characters").orElse(" none");
    }

    @Override
    public String toString() {
        return outcome.code() + ", reply result" + length(replyResult) + ", " + operation + ", " + receipt + ", " + contract + ", "
                + attemptsStarted + " of " + maxAttempts + " attempts, now " + nowMillis + ", deadline " + deadlineMillis + ", timeout "
                + timeoutMillis + ", base " + baseMillis + ", cap " + capMillis + ", jitter " + jitterPpm + ", retry after "
                + retryAfterMillis + (cancelled ? ", cancelled" : "");
    }
}
