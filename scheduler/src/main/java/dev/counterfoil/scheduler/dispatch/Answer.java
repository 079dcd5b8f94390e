// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.dispatch;

import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.EvidenceKind;
import dev.counterfoil.journal.record.FailureCategory;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.OutcomeReason;
import dev.counterfoil.journal.record.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a dispatcher knows of its call. Immutable.
 *
 * @param outcomeClass what is known of the effect
 * @param category what kind of failure the transport saw
 * @param reason what exactly happened
 * @param usage what the provider says it used
 * @param response the response; there exactly when the class is completed
 * @param retryAfterMillis the provider's hint: not before so many milliseconds
 * @param findings bytes to keep as evidence
 */
public record Answer(
        OutcomeClass outcomeClass,
        Optional<FailureCategory> category,
        Optional<OutcomeReason> reason,
        Usage usage,
        Optional<Bytes> response,
        OptionalLong retryAfterMillis,
        List<Finding> findings) {
    private static final Duration LONGEST = Duration.ofMillis(Bounds.INTEGER);

    /**
     * Bytes to keep as evidence. Immutable.
     *
     * @param what what they are
     * @param content the bytes
     */
    public record Finding(EvidenceKind what, Bytes content) {}

    /**
     * Checks that class and response agree.
     *
     * @throws IllegalArgumentException where a completed answer has no response, or another has one, or the hint is negative or beyond
     *     the canonical integers
     */
    public Answer {
        findings = List.copyOf(findings);
        retryAfterMillis.ifPresent(millis -> Bounds.amount("retry_after_millis", millis));
        if (response.isPresent() != (outcomeClass == OutcomeClass.COMPLETED_WITH_RESPONSE)) {
            throw new IllegalArgumentException("a response stands in a completed answer, and only there");
        }
    }

    /**
     * It happened, and here is the response.
     *
     * @param response the bytes
     * @return the answer
     */
    public static Answer completed(Bytes response) {
        return of(OutcomeClass.COMPLETED_WITH_RESPONSE, Optional.of(response));
    }

    /**
     * It happened, and here is the response.
     *
     * @param response the text
     * @return the answer
     */
    public static Answer completed(String response) {
        return completed(Bytes.utf8(response));
    }

    /**
     * The provider says that it did nothing and that another try may help.
     *
     * @return the answer
     */
    public static Answer retryable() {
        return of(OutcomeClass.PROVIDER_REPORTED_RETRYABLE, Optional.empty());
    }

    /**
     * It was turned away before any work.
     *
     * @return the answer
     */
    public static Answer rejected() {
        return of(OutcomeClass.REJECTED_BEFORE_PROCESSING, Optional.empty());
    }

    /**
     * It did not happen, and repeating is useless.
     *
     * @return the answer
     */
    public static Answer permanentlyRejected() {
        return of(OutcomeClass.REJECTED_PERMANENTLY, Optional.empty());
    }

    /**
     * The provider was never contacted.
     *
     * @return the answer
     */
    public static Answer notDispatched() {
        return of(OutcomeClass.NOT_DISPATCHED, Optional.empty());
    }

    /**
     * The provider was never contacted.
     *
     * @param reason why
     * @return the answer
     */
    public static Answer notDispatched(OutcomeReason reason) {
        return notDispatched().because(reason);
    }

    /**
     * It may have happened or not.
     *
     * @return the answer
     */
    public static Answer uncertain() {
        return of(OutcomeClass.UNCERTAIN, Optional.empty());
    }

    private static Answer of(OutcomeClass outcomeClass, Optional<Bytes> response) {
        return new Answer(
                outcomeClass, Optional.empty(), Optional.empty(), Usage.UNKNOWN, response, OptionalLong.empty(), List.of());
    }

    /**
     * With the kind of failure that the transport saw.
     *
     * @param kind the kind
     * @return a new answer
     */
    public Answer category(FailureCategory kind) {
        return new Answer(outcomeClass, Optional.of(kind), reason, usage, response, retryAfterMillis, findings);
    }

    /**
     * With what exactly happened.
     *
     * @param what the reason
     * @return a new answer
     */
    public Answer because(OutcomeReason what) {
        return new Answer(outcomeClass, category, Optional.of(what), usage, response, retryAfterMillis, findings);
    }

    /**
     * With what the provider says it used.
     *
     * @param used the usage
     * @return a new answer
     */
    public Answer used(Usage used) {
        return new Answer(outcomeClass, category, reason, used, response, retryAfterMillis, findings);
    }

    /**
     * With the provider's hint when to come back.
     *
     * @param wait not before so long, a part of a millisecond rounded up; a negative one is over already, which is 0; one beyond the
     *     canonical integers is the greatest of them, in milliseconds. No hint is so strange that an answer is lost for it
     * @return a new answer
     */
    public Answer retryAfter(Duration wait) {
        return new Answer(outcomeClass, category, reason, usage, response, OptionalLong.of(hintMillis(wait)), findings);
    }

    private static long hintMillis(Duration wait) {
        if (wait.isNegative()) {
            return 0;
        }
        if (wait.compareTo(LONGEST) >= 0) {
            return Bounds.INTEGER;
        }
        long whole = wait.toMillis();
        return wait.minusMillis(whole).isZero() ? whole : whole + 1;
    }

    /**
     * With bytes to keep as evidence.
     *
     * @param what what they are
     * @param content the bytes
     * @return a new answer
     */
    public Answer keeping(EvidenceKind what, Bytes content) {
        List<Finding> more = new ArrayList<>(findings);
        more.add(new Finding(what, content));
        return new Answer(outcomeClass, category, reason, usage, response, retryAfterMillis, more);
    }
}
