// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.Account;
import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Charge;
import dev.counterfoil.journal.record.Limits;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.RefusalCode;
import dev.counterfoil.journal.record.VerdictKind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What requests, ledgers and decisions hold, and what refusals say. */
class ValuesTest {
    private static final Duration LONGEST = Duration.ofMillis(Bounds.INTEGER);

    /** A refusal, its three numbers (requested, limit, remaining; − for none), who was expected and offered, and what it says. */
    private record Said(Refusal refusal, String facts, String message) {}

    static List<Said> refusals() {
        return List.of(
                new Said(Refusal.of(RefusalCode.CANCELLED), "− − − − − −", "cancelled"),
                new Said(Refusal.delay(7), "7 − − − − −",
                        "delay_exceeds_deadline: a wait of 7 ms and the attempt after it do not fit before the deadline"),
                new Said(Refusal.count(RefusalCode.CALLS_EXHAUSTED, 3), "1 3 0 − − −", "calls_exhausted: all 3 are used"),
                new Said(Refusal.attempt(RefusalCode.CONTEXT_TOKENS_EXCEEDED, 9, 8), "9 8 − − − −",
                        "context_tokens_exceeded: 9 asked for, an attempt may have 8"),
                new Said(Refusal.total(RefusalCode.COST_EXHAUSTED, 9, 2), "9 − 2 − − −", "cost_exhausted: 9 asked for, 2 left"),
                new Said(Refusal.differs(RefusalCode.COST_EXHAUSTED, 9, 8), "9 8 − − − −", "cost_exhausted: 9 is recorded, 8 is bound"),
                new Said(Refusal.account(new Account("team"), 1, 0), "1 − 0 − − −", "account_exhausted: 1 asked for, 0 left in team"),
                new Said(Refusal.prior(Optional.of(OutcomeClass.UNCERTAIN), "why"), "− − − − − uncertain",
                        "prior_outcome_not_retryable: why; the attempt before is uncertain"),
                new Said(Refusal.prior(Optional.empty(), "why"), "− − − − − −",
                        "prior_outcome_not_retryable: why; the attempt before is none"),
                new Said(Refusal.alternatives(2, 2), "2 2 − − − −", "alternatives_exhausted: place 2 of an order of 2"),
                new Said(Refusal.outOfOrder(1, Story.F, Story.G), "1 − − f g −",
                        "provider_out_of_order: g asked for, f stands at place 1"),
                new Said(Refusal.notCleared(Story.F), "− − − f f −",
                        "provider_not_cleared: f may not see this request, and is not skipped"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void a_refusal_says_its_facts(Said said) {
        Refusal refusal = said.refusal();
        String facts = String.join(
                " ", number(refusal.requested()), number(refusal.limit()), number(refusal.remaining()),
                refusal.expected().map(ProviderId::toString).orElse("−"), refusal.offered().map(ProviderId::toString).orElse("−"),
                refusal.prior().map(OutcomeClass::code).orElse("−"));
        assertEquals(said.facts(), facts);
        assertEquals(said.message(), refusal.message());
    }

    private static String number(OptionalLong number) {
        return number.isPresent() ? Long.toString(number.getAsLong()) : "−";
    }

    private static AttemptRequest request(Duration delay, Duration timeout) {
        return new AttemptRequest(AttemptKind.FRESH, Story.P, Story.charge(0, 0, 0), delay, timeout);
    }

    @Test
    void a_request_is_one_call_with_a_wait_and_a_timeout_within_their_bounds() {
        Duration before = Duration.ofNanos(-1);
        Duration beyond = LONGEST.plusNanos(1);
        assertEquals(LONGEST, request(LONGEST, LONGEST).delay());
        assertThrows(IllegalArgumentException.class, () -> request(before, Duration.ZERO));
        assertThrows(IllegalArgumentException.class, () -> request(Duration.ZERO, before));
        assertThrows(IllegalArgumentException.class, () -> request(beyond, Duration.ZERO));
        String told = assertThrows(IllegalArgumentException.class, () -> request(Duration.ZERO, beyond)).getMessage();
        assertTrue(told.startsWith("timeout is ") && told.endsWith("must be 0 to " + Bounds.INTEGER + " ms"), told);
        Charge two = new Charge(2, 0, 0, 0, 0, 0, List.of());
        assertThrows(
                IllegalArgumentException.class,
                () -> new AttemptRequest(AttemptKind.FRESH, Story.P, two, Duration.ZERO, Duration.ZERO));
    }

    @Test
    void a_shared_budget_of_retries_goes_down_with_retries_and_redeliveries_only() {
        Story story = Story.of(Limits.unbounded(), Story.P, Story.F).safe(AttemptKind.FRESH, Story.P);
        assertEquals(OptionalLong.empty(), story.ledger().after(asked(AttemptKind.RETRY)).sharedRetriesLeft());
        Ledger shared = story.ledger().withSharedRetriesLeft(3);
        assertEquals(OptionalLong.of(3), shared.sharedRetriesLeft());
        assertEquals(OptionalLong.of(2), shared.after(asked(AttemptKind.RETRY)).sharedRetriesLeft());
        assertEquals(OptionalLong.of(2), shared.after(asked(AttemptKind.REDELIVERY)).sharedRetriesLeft());
        assertEquals(OptionalLong.of(3), shared.after(asked(AttemptKind.FAILOVER)).sharedRetriesLeft());
        assertEquals(OptionalLong.of(0), story.ledger().withSharedRetriesLeft(0).sharedRetriesLeft());
        assertThrows(IllegalArgumentException.class, () -> story.ledger().withSharedRetriesLeft(-1));
    }

    private static AttemptRequest asked(AttemptKind kind) {
        return new AttemptRequest(kind, Story.P, Story.charge(0, 0, 0), Duration.ZERO, Duration.ZERO);
    }

    @Test
    void the_ledger_after_an_attempt_knows_it_as_open_and_keeps_what_no_attempt_settles() {
        Ledger before = Story.of(Limits.unbounded(), Story.P, Story.F)
                .attempt(AttemptKind.FRESH, Story.P)
                .outcome(OutcomeClass.UNCERTAIN)
                .verdict(VerdictKind.REDELIVER)
                .ledger();
        assertEquals(Optional.of(VerdictKind.REDELIVER), before.verdict());
        Ledger after = before.after(asked(AttemptKind.REDELIVERY));
        assertEquals(Optional.empty(), after.verdict());
        assertEquals(Optional.of(OutcomeClass.UNCERTAIN), after.prior());
        assertEquals(1, after.retriesAtProvider());
        assertEquals(2, after.attempts());
        assertTrue(after.hasOpenRedelivery());
        assertFalse(after.isCancelled());
        Ledger missing = Story.of(Limits.unbounded(), Story.P, Story.F).attempt(AttemptKind.FRESH, Story.P).commandMissing().ledger();
        assertTrue(missing.isPermanentForProvider());
        Ledger over = missing.after(asked(AttemptKind.FAILOVER));
        assertFalse(over.isPermanentForProvider());
        assertEquals(0, over.retriesAtProvider());
        assertEquals(Story.F, over.provider().orElseThrow().id());
        assertEquals(Optional.empty(), over.nextProvider());
        assertEquals(Optional.empty(), over.after(asked(AttemptKind.FAILOVER)).provider());
    }

    @Test
    void ledgers_and_admissions_are_values() {
        Story story = Story.of(Limits.unbounded(), Story.P, Story.F);
        Ledger ledger = story.ledger();
        assertEquals(ledger, Ledger.of(ledger.binding()));
        assertEquals(ledger.hashCode(), Ledger.of(ledger.binding()).hashCode());
        assertNotEquals(ledger, ledger.withSharedRetriesLeft(1));
        assertNotEquals(ledger.hashCode(), ledger.withSharedRetriesLeft(1).hashCode());
        assertNotEquals(ledger, "a ledger");
        assertTrue(ledger.toString().startsWith("Ledger[attempts=0, totals=Totals["), ledger.toString());
        Decision admitted = story.ask(AttemptKind.FRESH, Story.P, Story.charge(1, 2, 3));
        Decision same = story.ask(AttemptKind.FRESH, Story.P, Story.charge(1, 2, 3));
        Decision dearer = story.ask(AttemptKind.FRESH, Story.P, Story.charge(1, 2, 4));
        Decision shared = Admission.admit(
                ledger.withSharedRetriesLeft(1),
                new AttemptRequest(AttemptKind.FRESH, Story.P, Story.charge(1, 2, 3), Duration.ZERO, Duration.ZERO),
                story.now());
        assertEquals(admitted, same);
        assertEquals(admitted.hashCode(), same.hashCode());
        assertNotEquals(admitted, dearer);
        assertNotEquals(admitted.hashCode(), dearer.hashCode());
        assertNotEquals(admitted, shared);
        assertNotEquals(admitted.hashCode(), shared.hashCode());
        assertNotEquals(admitted, "admitted");
        assertTrue(admitted.toString().startsWith("Admitted[0, AttemptRequest["), admitted.toString());
        assertTrue(admitted.isAdmitted());
        assertFalse(story.ask(AttemptKind.RETRY, Story.P, Story.charge(1, 2, 3)).isAdmitted());
    }
}
