// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.admission;

import static dev.counterfoil.scheduler.admission.Story.F;
import static dev.counterfoil.scheduler.admission.Story.G;
import static dev.counterfoil.scheduler.admission.Story.P;
import static dev.counterfoil.scheduler.admission.Story.limits;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.counterfoil.journal.record.Account;
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
import dev.counterfoil.journal.record.Stamp;
import dev.counterfoil.journal.record.Usage;
import dev.counterfoil.journal.record.VerdictKind;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReadmissionTest {
    /** What the bindings of these stories quote: 4 and 2 tokens, 3 micros, 10 bytes. */
    private static final Charge LAWFUL = Charge.ofAttempt(new Quote(4, 2, 3), 10, 20, List.of());

    private static Intent recorded(Story story, AttemptKind kind, ProviderId provider, Charge charge) {
        Ledger ledger = story.ledger();
        Stamp stamp = story.state().next(story.now(), 1);
        return new Intent(stamp, ledger.attempts(), kind, provider, charge, ledger.prior(), Optional.empty());
    }

    private static Optional<RefusalCode> code(Story story, AttemptKind kind, ProviderId provider, Charge charge) {
        return Readmission.check(story.state(), recorded(story, kind, provider, charge)).map(Refusal::code);
    }

    private static Optional<RefusalCode> fresh(Charge charge) {
        return code(Story.of(limits(9, 9, 9), P), AttemptKind.FRESH, P, charge);
    }

    @Test
    void a_lawful_attempt_is_admitted_again() {
        assertEquals(Optional.empty(), fresh(LAWFUL));
    }

    @Test
    void a_charge_that_differs_from_the_binding_is_unlawful_in_both_directions() {
        for (long by : new long[] {-1, 1}) {
            assertEquals(
                    Optional.of(RefusalCode.CONTEXT_TOKENS_EXCEEDED), fresh(Charge.ofAttempt(new Quote(4 + by, 2, 3), 10, 20, List.of())));
            assertEquals(
                    Optional.of(RefusalCode.OUTPUT_TOKENS_EXCEEDED), fresh(Charge.ofAttempt(new Quote(4, 2 + by, 3), 10, 20, List.of())));
            assertEquals(Optional.of(RefusalCode.COST_EXHAUSTED), fresh(Charge.ofAttempt(new Quote(4, 2, 3 + by), 10, 20, List.of())));
            assertEquals(
                    Optional.of(RefusalCode.REQUEST_BYTES_EXCEEDED),
                    fresh(Charge.ofAttempt(new Quote(4, 2, 3), 10 + by, 20, List.of())));
        }
        assertEquals(Optional.of(RefusalCode.CALLS_EXHAUSTED), fresh(new Charge(2, 4, 2, 3, 10, 20, List.of())));
        assertEquals(Optional.of(RefusalCode.CALLS_EXHAUSTED), fresh(new Charge(0, 4, 2, 3, 10, 20, List.of())));
    }

    @Test
    void what_was_reserved_for_a_response_is_what_is_bound_where_something_is() {
        Story bound = Story.of(limits(9, 9, 9).with(Dimension.MAX_RESPONSE_BYTES, 20), P);
        assertEquals(Optional.empty(), code(bound, AttemptKind.FRESH, P, LAWFUL));
        for (long bytes : new long[] {0, 19, 21}) {
            assertEquals(
                    Optional.of(RefusalCode.RESPONSE_BYTES_EXCEEDED),
                    code(bound, AttemptKind.FRESH, P, Charge.ofAttempt(new Quote(4, 2, 3), 10, bytes, List.of())));
            assertEquals(Optional.empty(), fresh(Charge.ofAttempt(new Quote(4, 2, 3), 10, bytes, List.of())));
        }
    }

    @Test
    void the_message_of_a_difference_says_both_numbers() {
        Story story = Story.of(limits(9, 9, 9), P);
        Charge cheap = Charge.ofAttempt(new Quote(4, 2, 1), 10, 20, List.of());
        assertEquals(
                "cost_exhausted: 1 is recorded, 3 is bound",
                Readmission.check(story.state(), recorded(story, AttemptKind.FRESH, P, cheap)).orElseThrow().message());
    }

    @Test
    void each_provider_has_its_own_quote() {
        ProviderSlot dear = new ProviderSlot(F, Clearance.CLEARED, Ceiling.unbounded(), Optional.of(new Quote(4, 2, 5)));
        Story story = new Story(Story.binding(Limits.unbounded(), List.of(ProviderSlot.cleared(P), dear)));
        story.safe(AttemptKind.FRESH, P, LAWFUL);
        assertEquals(Optional.of(RefusalCode.COST_EXHAUSTED), code(story, AttemptKind.FAILOVER, F, LAWFUL));
        Charge own = Charge.ofAttempt(new Quote(4, 2, 5), 10, 20, List.of());
        assertEquals(Optional.empty(), code(story, AttemptKind.FAILOVER, F, own));
    }

    @Test
    void accounts_are_left_out() {
        Charge booked = Charge.ofAttempt(new Quote(4, 2, 3), 10, 20, List.of(new Account("acme")));
        assertEquals(Optional.empty(), fresh(booked));
    }

    @Test
    void the_intents_own_instant_is_now() {
        Deadline deadline = Deadline.absolute(Story.START.plusMillis(100));
        Story story = new Story(Story.binding(Limits.unbounded(), Story.order(P), deadline, Operation.UNDECLARED, new Quote(4, 2, 3)));
        assertEquals(Optional.empty(), code(story.at(99), AttemptKind.FRESH, P, LAWFUL));
        assertEquals(Optional.of(RefusalCode.DEADLINE_EXCEEDED), code(story.at(100), AttemptKind.FRESH, P, LAWFUL));
    }

    @Test
    void what_admission_refuses_is_unlawful_when_it_is_recorded() {
        Story retried = Story.of(limits(9, 0, 0), P, F, G).safe(AttemptKind.FRESH, P, LAWFUL);
        assertEquals(Optional.of(RefusalCode.RETRIES_EXHAUSTED), code(retried, AttemptKind.RETRY, P, LAWFUL));
        assertEquals(Optional.of(RefusalCode.FAILOVERS_EXHAUSTED), code(retried, AttemptKind.FAILOVER, F, LAWFUL));
        Story wide = Story.of(Limits.unbounded(), P, F, G).safe(AttemptKind.FRESH, P, LAWFUL);
        assertEquals(Optional.of(RefusalCode.PROVIDER_OUT_OF_ORDER), code(wide, AttemptKind.FAILOVER, G, LAWFUL));
        assertEquals(Optional.of(RefusalCode.PROVIDER_OUT_OF_ORDER), code(wide, AttemptKind.RETRY, F, LAWFUL));
        Story once = Story.of(limits(1, 9, 9), P).safe(AttemptKind.FRESH, P, LAWFUL);
        assertEquals(Optional.of(RefusalCode.CALLS_EXHAUSTED), code(once, AttemptKind.RETRY, P, LAWFUL));
        Story open = Story.of(Limits.unbounded(), P, F).attempt(AttemptKind.FRESH, P, LAWFUL).verdict(VerdictKind.REDELIVER)
                .safe(AttemptKind.REDELIVERY, P, LAWFUL);
        assertEquals(Optional.of(RefusalCode.PRIOR_OUTCOME_NOT_RETRYABLE), code(open, AttemptKind.FAILOVER, F, LAWFUL));
        assertEquals(Optional.empty(), code(open, AttemptKind.RETRY, P, LAWFUL));
    }

    @Test
    void observed_overage_counts_when_later_attempts_are_judged() {
        Story story = Story.of(limits(9, 9, 9).with(Dimension.MAX_COST_MICROS, 10), P).attempt(AttemptKind.FRESH, P, LAWFUL)
                .outcome(OutcomeClass.NOT_DISPATCHED, Usage.of(0, 0, 8));
        assertEquals(Optional.of(RefusalCode.COST_EXHAUSTED), code(story, AttemptKind.RETRY, P, LAWFUL));
    }
}
