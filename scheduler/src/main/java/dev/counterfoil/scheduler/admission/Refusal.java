// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.admission;

import dev.counterfoil.journal.record.Account;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.RefusalCode;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A no from ourselves, with its numbers. Nothing was charged for it. Immutable.
 *
 * @param code which no, in the published order of precedence
 * @param requested how much was asked for; for a provider, its place in the order
 * @param limit the ceiling that says no; where it is a total, {@code remaining} is what is left of it
 * @param remaining what is left
 * @param expected the provider whose turn it is
 * @param offered the provider that was asked for
 * @param prior class of the attempt before, where that is the reason
 * @param message the refusal in one line: code and numbers, never a payload or a key
 */
public record Refusal(
        RefusalCode code,
        OptionalLong requested,
        OptionalLong limit,
        OptionalLong remaining,
        Optional<ProviderId> expected,
        Optional<ProviderId> offered,
        Optional<OutcomeClass> prior,
        String message) {
    private static final OptionalLong NONE = OptionalLong.empty();

    /**
     * A refusal that is all said by its code: cancelled, deadline_exceeded, delay_exceeds_deadline, or another without its numbers.
     *
     * @param code which no
     * @return the refusal
     */
    public static Refusal of(RefusalCode code) {
        return numbered(code, NONE, NONE, NONE, code.code());
    }

    /**
     * A wait that would end after the deadline.
     *
     * @param delayMillis the wait
     * @return the refusal
     */
    public static Refusal delay(long delayMillis) {
        RefusalCode code = RefusalCode.DELAY_EXCEEDS_DEADLINE;
        String message = code.code() + ": a wait of " + delayMillis + " ms and the attempt after it do not fit before the deadline";
        return numbered(code, OptionalLong.of(delayMillis), NONE, NONE, message);
    }

    /**
     * A count that is used up.
     *
     * @param code which no
     * @param limit its ceiling
     * @return the refusal
     */
    public static Refusal count(RefusalCode code, long limit) {
        return numbered(code, OptionalLong.of(1), OptionalLong.of(limit), OptionalLong.of(0), code.code() + ": all " + limit + " are used");
    }

    /**
     * One attempt that is too large.
     *
     * @param code which no
     * @param requested what it asks for
     * @param limit the most an attempt may have
     * @return the refusal
     */
    public static Refusal attempt(RefusalCode code, long requested, long limit) {
        String message = code.code() + ": " + requested + " asked for, an attempt may have " + limit;
        return numbered(code, OptionalLong.of(requested), OptionalLong.of(limit), NONE, message);
    }

    /**
     * A total that has too little left.
     *
     * @param code which no
     * @param requested what is asked for
     * @param remaining what is left
     * @return the refusal
     */
    public static Refusal total(RefusalCode code, long requested, long remaining) {
        String message = code.code() + ": " + requested + " asked for, " + remaining + " left";
        return numbered(code, OptionalLong.of(requested), NONE, OptionalLong.of(remaining), message);
    }

    /**
     * A recorded attempt that charged something else than the binding says.
     *
     * @param code the code of the number that differs
     * @param recorded what it charged
     * @param bound what the binding says
     * @return the refusal
     */
    public static Refusal differs(RefusalCode code, long recorded, long bound) {
        String message = code.code() + ": " + recorded + " is recorded, " + bound + " is bound";
        return numbered(code, OptionalLong.of(recorded), OptionalLong.of(bound), NONE, message);
    }

    /**
     * A shared account that has too little left; the store says so.
     *
     * @param account which
     * @param requested what is asked for
     * @param remaining what is left
     * @return the refusal
     */
    public static Refusal account(Account account, long requested, long remaining) {
        String message =
                RefusalCode.ACCOUNT_EXHAUSTED.code() + ": " + requested + " asked for, " + remaining + " left in " + account.value();
        return numbered(
                RefusalCode.ACCOUNT_EXHAUSTED, OptionalLong.of(requested), NONE, OptionalLong.of(remaining), message);
    }

    /**
     * An attempt that the one before it does not permit.
     *
     * @param prior class of the attempt before, empty where there is none
     * @param why the rule
     * @return the refusal
     */
    public static Refusal prior(Optional<OutcomeClass> prior, String why) {
        RefusalCode code = RefusalCode.PRIOR_OUTCOME_NOT_RETRYABLE;
        String message = code.code() + ": " + why + "; the attempt before is " + prior.map(OutcomeClass::code).orElse("none");
        return new Refusal(code, NONE, NONE, NONE, Optional.empty(), Optional.empty(), prior, message);
    }

    /**
     * A place in the order where nobody stands.
     *
     * @param index the place, from 0
     * @param providers how many there are
     * @return the refusal
     */
    public static Refusal alternatives(int index, int providers) {
        RefusalCode code = RefusalCode.ALTERNATIVES_EXHAUSTED;
        String message = code.code() + ": place " + index + " of an order of " + providers;
        return numbered(code, OptionalLong.of(index), OptionalLong.of(providers), NONE, message);
    }

    /**
     * Another provider than the one whose turn it is.
     *
     * @param index the place in the order, from 0
     * @param expected whose turn it is
     * @param offered who was asked for
     * @return the refusal
     */
    public static Refusal outOfOrder(int index, ProviderId expected, ProviderId offered) {
        RefusalCode code = RefusalCode.PROVIDER_OUT_OF_ORDER;
        String message = code.code() + ": " + offered + " asked for, " + expected + " stands at place " + index;
        return new Refusal(
                code, OptionalLong.of(index), NONE, NONE, Optional.of(expected), Optional.of(offered), Optional.empty(), message);
    }

    /**
     * A provider that may not see the request.
     *
     * @param provider whose turn it is
     * @return the refusal
     */
    public static Refusal notCleared(ProviderId provider) {
        RefusalCode code = RefusalCode.PROVIDER_NOT_CLEARED;
        String message = code.code() + ": " + provider + " may not see this request, and is not skipped";
        return new Refusal(
                code, NONE, NONE, NONE, Optional.of(provider), Optional.of(provider), Optional.empty(), message);
    }

    private static Refusal numbered(
            RefusalCode code, OptionalLong requested, OptionalLong limit, OptionalLong remaining, String message) {
        return new Refusal(code, requested, limit, remaining, Optional.empty(), Optional.empty(), Optional.empty(), message);
    }
}
