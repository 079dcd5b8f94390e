// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.Ceiling;
import dev.counterfoil.journal.record.Charge;
import dev.counterfoil.journal.record.Clearance;
import dev.counterfoil.journal.record.Deadline;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.Limits;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.ProviderSlot;
import dev.counterfoil.journal.record.Quote;
import dev.counterfoil.journal.record.RefusalCode;
import dev.counterfoil.journal.record.VerdictKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Walks the published order: where two refusals hold, the first is given; each of them holds by itself. */
class PrecedenceTest {
    private static final Set<RefusalCode> SHARED_BY_ALL = EnumSet.of(
            RefusalCode.CANCELLED,
            RefusalCode.DEADLINE_EXCEEDED,
            RefusalCode.PROVIDER_OUT_OF_ORDER,
            RefusalCode.PROVIDER_NOT_CLEARED,
            RefusalCode.DELAY_EXCEEDS_DEADLINE,
            RefusalCode.CONTEXT_TOKENS_EXCEEDED,
            RefusalCode.OUTPUT_TOKENS_EXCEEDED,
            RefusalCode.AGGREGATE_TOKENS_EXHAUSTED,
            RefusalCode.COST_EXHAUSTED,
            RefusalCode.REQUEST_BYTES_EXCEEDED,
            RefusalCode.RESPONSE_BYTES_EXCEEDED,
            RefusalCode.TOTAL_INPUT_BYTES_EXHAUSTED,
            RefusalCode.TOTAL_OUTPUT_BYTES_EXHAUSTED);
    private static final Charge CHARGE = Charge.ofAttempt(new Quote(10, 10, 10), 10, 10, List.of());

    private static Set<RefusalCode> reachable(AttemptKind kind) {
        Set<RefusalCode> codes = EnumSet.copyOf(SHARED_BY_ALL);
        if (kind != AttemptKind.FRESH) {
            codes.add(RefusalCode.CALLS_EXHAUSTED);
            codes.add(RefusalCode.PRIOR_OUTCOME_NOT_RETRYABLE);
        }
        if (kind == AttemptKind.RETRY || kind == AttemptKind.REDELIVERY) {
            codes.add(RefusalCode.RETRIES_EXHAUSTED);
            codes.add(RefusalCode.PROVIDER_RETRIES_EXHAUSTED);
            codes.add(RefusalCode.RETRY_BUDGET_EXHAUSTED);
        }
        if (kind == AttemptKind.FAILOVER) {
            codes.add(RefusalCode.FAILOVERS_EXHAUSTED);
            codes.add(RefusalCode.ALTERNATIVES_EXHAUSTED);
        }
        return codes;
    }

    /** A situation in which the given refusals hold and no other. */
    private record Situation(AttemptKind kind, Set<RefusalCode> wrong) {
        boolean is(RefusalCode code) {
            return wrong.contains(code);
        }

        Limits limits() {
            int before = kind == AttemptKind.FRESH ? 0 : 1;
            Limits limits = Limits.unbounded();
            limits = bound(limits, RefusalCode.CALLS_EXHAUSTED, Dimension.MAX_CALLS, 2, 1);
            limits = bound(limits, RefusalCode.RETRIES_EXHAUSTED, Dimension.MAX_RETRIES, 1, 0);
            limits = bound(limits, RefusalCode.FAILOVERS_EXHAUSTED, Dimension.MAX_FAILOVERS, 1, 0);
            limits = bound(limits, RefusalCode.CONTEXT_TOKENS_EXCEEDED, Dimension.MAX_CONTEXT_TOKENS, 10, 9);
            limits = bound(limits, RefusalCode.OUTPUT_TOKENS_EXCEEDED, Dimension.MAX_OUTPUT_TOKENS, 10, 9);
            long tokens = 20L * before + 20;
            limits = bound(limits, RefusalCode.AGGREGATE_TOKENS_EXHAUSTED, Dimension.MAX_AGGREGATE_TOKENS, tokens, tokens - 1);
            long rest = 10L * before + 10;
            limits = bound(limits, RefusalCode.COST_EXHAUSTED, Dimension.MAX_COST_MICROS, rest, rest - 1);
            limits = bound(limits, RefusalCode.REQUEST_BYTES_EXCEEDED, Dimension.MAX_REQUEST_BYTES, 10, 9);
            limits = bound(limits, RefusalCode.RESPONSE_BYTES_EXCEEDED, Dimension.MAX_RESPONSE_BYTES, 10, 9);
            limits = bound(limits, RefusalCode.TOTAL_INPUT_BYTES_EXHAUSTED, Dimension.MAX_TOTAL_INPUT_BYTES, rest, rest - 1);
            return bound(limits, RefusalCode.TOTAL_OUTPUT_BYTES_EXHAUSTED, Dimension.MAX_TOTAL_OUTPUT_BYTES, rest, rest - 1);
        }

        private Limits bound(Limits limits, RefusalCode code, Dimension dimension, long enough, long tooLittle) {
            return limits.with(dimension, is(code) ? tooLittle : enough);
        }

        List<ProviderSlot> order() {
            Clearance clearance = is(RefusalCode.PROVIDER_NOT_CLEARED) ? Clearance.NOT_CLEARED : Clearance.CLEARED;
            Ceiling retries = Ceiling.of(is(RefusalCode.PROVIDER_RETRIES_EXHAUSTED) ? 0 : 1);
            ProviderSlot primary = new ProviderSlot(Story.P, clearance, retries, Optional.empty());
            ProviderSlot next = new ProviderSlot(Story.F, clearance, retries, Optional.empty());
            return is(RefusalCode.ALTERNATIVES_EXHAUSTED)
                    ? List.of(primary)
                    : List.of(primary, next, ProviderSlot.cleared(Story.G));
        }

        Story story() {
            Deadline deadline = Deadline.absolute(Story.START.plusMillis(1_000));
            Story story = new Story(Story.binding(limits(), order(), deadline, Operation.UNDECLARED, Quote.ZERO));
            if (kind != AttemptKind.FRESH) {
                // Folded without admission, which would refuse a primary that is not cleared.
                story.fold(new Intent(
                        story.state().next(Story.START, 1), 0, AttemptKind.FRESH, Story.P, CHARGE, Optional.empty(), Optional.empty()));
                boolean doubted = is(RefusalCode.PRIOR_OUTCOME_NOT_RETRYABLE) || kind == AttemptKind.REDELIVERY;
                story.outcome(doubted ? OutcomeClass.UNCERTAIN : Story.SAFE);
                if (kind == AttemptKind.REDELIVERY && !is(RefusalCode.PRIOR_OUTCOME_NOT_RETRYABLE)) {
                    story.verdict(VerdictKind.REDELIVER);
                }
            }
            return is(RefusalCode.CANCELLED) ? story.cancel() : story;
        }

        Decision decide() {
            ProviderId turn = kind == AttemptKind.FAILOVER ? Story.F : Story.P;
            ProviderId asked = is(RefusalCode.PROVIDER_OUT_OF_ORDER) ? Story.G : turn;
            Duration delay = Duration.ofMillis(is(RefusalCode.DELAY_EXCEEDS_DEADLINE) ? 1_001 : 0);
            Instant now = Story.START.plusMillis(is(RefusalCode.DEADLINE_EXCEEDED) ? 1_000 : 0);
            Ledger ledger = story().ledger().withSharedRetriesLeft(is(RefusalCode.RETRY_BUDGET_EXHAUSTED) ? 0 : 1);
            return Admission.admit(ledger, new AttemptRequest(kind, asked, CHARGE, delay, Duration.ZERO), now);
        }

        RefusalCode code() {
            return ((Decision.Refused) decide()).refusal().code();
        }
    }

    @TestFactory
    Stream<DynamicTest> the_first_of_two_refusals_is_given() {
        List<DynamicTest> tests = new ArrayList<>();
        for (AttemptKind kind : AttemptKind.values()) {
            for (RefusalCode first : reachable(kind)) {
                for (RefusalCode second : reachable(kind)) {
                    if (first.compareTo(second) <= 0) {
                        String name = kind.code() + ": " + first.code() + (first == second ? " alone" : " before " + second.code());
                        tests.add(DynamicTest.dynamicTest(
                                name, () -> assertEquals(first, new Situation(kind, EnumSet.of(first, second)).code())));
                    }
                }
            }
        }
        return tests.stream();
    }

    @TestFactory
    Stream<DynamicTest> with_everything_from_a_refusal_on_wrong_that_refusal_is_given() {
        List<DynamicTest> tests = new ArrayList<>();
        for (AttemptKind kind : AttemptKind.values()) {
            for (RefusalCode from : reachable(kind)) {
                Set<RefusalCode> wrong = EnumSet.copyOf(reachable(kind));
                wrong.removeIf(code -> code.compareTo(from) < 0);
                tests.add(DynamicTest.dynamicTest(
                        kind.code() + ": " + from.code(), () -> assertEquals(from, new Situation(kind, wrong).code())));
            }
        }
        return tests.stream();
    }

    @TestFactory
    Stream<DynamicTest> with_nothing_wrong_the_attempt_is_admitted() {
        return Stream.of(AttemptKind.values()).map(kind -> DynamicTest.dynamicTest(
                kind.code(), () -> assertEquals(true, new Situation(kind, EnumSet.noneOf(RefusalCode.class)).decide().isAdmitted())));
    }

    /** Accounts are the store's: their units are taken with the intent. */
    @Test
    void every_refusal_but_that_of_accounts_is_reached() {
        Set<RefusalCode> reached = EnumSet.noneOf(RefusalCode.class);
        Stream.of(AttemptKind.values()).forEach(kind -> reached.addAll(reachable(kind)));
        assertEquals(EnumSet.of(RefusalCode.ACCOUNT_EXHAUSTED), EnumSet.complementOf(EnumSet.copyOf(reached)));
    }

    @Test
    void every_message_starts_with_its_code() {
        for (AttemptKind kind : AttemptKind.values()) {
            for (RefusalCode code : reachable(kind)) {
                Refusal refusal = ((Decision.Refused) new Situation(kind, EnumSet.of(code)).decide()).refusal();
                assertEquals(code.code(), refusal.message().replaceAll(":.*", ""));
                assertEquals(1, refusal.message().lines().count());
            }
        }
    }
}
