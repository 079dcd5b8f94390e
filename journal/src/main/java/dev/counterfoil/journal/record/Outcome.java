// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * What we were told of an attempt. Immutable.
 *
 * @param stamp place, instant, epoch
 * @param ordinal the attempt
 * @param outcomeClass what is known of its effect
 * @param category what kind of failure the transport saw
 * @param observed what the provider says it used
 * @param response digest and length of the response; there exactly when the class is {@code completed_with_response}
 * @param reason what exactly happened
 * @param retryAfterMillis the provider's hint: not before so many milliseconds
 */
public record Outcome(
        Stamp stamp,
        int ordinal,
        OutcomeClass outcomeClass,
        Optional<FailureCategory> category,
        Usage observed,
        Optional<Content> response,
        Optional<OutcomeReason> reason,
        OptionalLong retryAfterMillis)
        implements JournalRecord {
    /**
     * Checks that class and response agree.
     *
     * @throws IllegalArgumentException where a completed outcome has no response, another has one, or a number is out of range
     */
    public Outcome {
        if (ordinal < 0) {
            throw new IllegalArgumentException("an ordinal is not negative");
        }
        if (response.isPresent() != (outcomeClass == OutcomeClass.COMPLETED_WITH_RESPONSE)) {
            throw new IllegalArgumentException("a response stands in a completed_with_response outcome, and only there");
        }
        response.ifPresent(content -> content.within("response", Bounds.RESPONSE_BYTES_AT_MOST));
        retryAfterMillis.ifPresent(millis -> Bounds.amount("retry_after_millis", millis));
    }

    /**
     * Whether trying the same provider again is useless although the attempt had no effect: it goes straight to failover.
     *
     * @return true for a missing or unusable command and for a profile mismatch that was not dispatched
     */
    public boolean isPermanentForProvider() {
        return outcomeClass == OutcomeClass.NOT_DISPATCHED
                && reason.filter(r -> r == OutcomeReason.COMMAND_MISSING
                                || r == OutcomeReason.COMMAND_NOT_EXECUTABLE
                                || r == OutcomeReason.PROFILE_MISMATCH)
                        .isPresent();
    }

    @Override
    public <T> T match(Cases<T> cases) {
        return cases.outcome(this);
    }
}
