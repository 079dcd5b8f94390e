// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.decision;

import static dev.counterfoil.scheduler.decision.Asked.attempts;
import static dev.counterfoil.scheduler.decision.Asked.backoff;
import static dev.counterfoil.scheduler.decision.Asked.cancelled;
import static dev.counterfoil.scheduler.decision.Asked.completed;
import static dev.counterfoil.scheduler.decision.Asked.contract;
import static dev.counterfoil.scheduler.decision.Asked.down;
import static dev.counterfoil.scheduler.decision.Asked.key;
import static dev.counterfoil.scheduler.decision.Asked.outcome;
import static dev.counterfoil.scheduler.decision.Asked.pending;
import static dev.counterfoil.scheduler.decision.Asked.replied;
import static dev.counterfoil.scheduler.decision.Asked.retryAfter;
import static dev.counterfoil.scheduler.decision.Asked.stale;
import static dev.counterfoil.scheduler.decision.Asked.taken;
import static dev.counterfoil.scheduler.decision.Asked.time;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.counterfoil.journal.record.Coded;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The published cases of the recovery decision, and what it refuses to decide. Times in words: {@code route delay result; reasons}. */
final class RecoveryDecisionTest {
    private static Arguments row(String name, String answer, Asked.Change... changes) {
        return arguments(name, answer, Asked.with(changes));
    }

    static Stream<Arguments> facts() {
        return Stream.of(
                row("missing reply, idempotent", "retry_same_operation_key 100 -; receipt_absent outcome_unknown safe_idempotent"
                        + " attempts_available fits_deadline"),
                row("completed receipt", "reuse_recorded_result - WO-18; receipt_completed", completed("WO-18")),
                row("completed receipt without a result", "reuse_recorded_result - -; receipt_completed", completed(null)),
                row("payload changed, completed", "stop_conflict - -; receipt_conflict", taken(ReceiptState.COMPLETED)),
                row("payload changed, pending", "stop_conflict - -; receipt_conflict", taken(ReceiptState.PENDING)),
                row("success, receipt pending", "accept_reply - WO-19; receipt_pending outcome_success", replied("WO-19"), pending()),
                row("success, receipt absent", "accept_reply - WO-19; receipt_absent outcome_success", replied("WO-19")),
                row("success without a result", "accept_reply - -; receipt_unavailable outcome_success", outcome(Outcome.SUCCESS), down()),
                row("success, receipt conflict", "stop_conflict - -; receipt_conflict", replied("WO-19"), taken(ReceiptState.PENDING)),
                row("success, receipt completed", "reuse_recorded_result - WO-18; receipt_completed", replied("x"), completed("WO-18")),
                row("permanent, receipt completed", "reuse_recorded_result - WO-18; receipt_completed",
                        outcome(Outcome.PERMANENT), completed("WO-18")),
                row("cancelled, receipt completed", "reuse_recorded_result - WO-18; receipt_completed", cancelled(), completed("WO-18")),
                row("cancelled success", "accept_reply - WO-19; receipt_absent outcome_success", cancelled(), replied("WO-19")));
    }

    static Stream<Arguments> safety() {
        return Stream.of(
                row("guarantee removed, authoritative absent", "stop_for_review - -; receipt_absent outcome_unknown unsafe_no_contract"
                        + " effect_may_exist", contract("")),
                row("the same with reconciliation", "retry_same_operation_key 100 -; receipt_absent outcome_unknown safe_proven_absent"
                        + " attempts_available fits_deadline", contract("r")),
                row("reconciliation, lookup down", "reconcile_first 100 -; receipt_unavailable outcome_unknown unsafe_lookup_needed"
                        + " fits_deadline", contract("r"), down()),
                row("reconciliation, stale absence", "reconcile_first 100 -; receipt_stale outcome_unknown unsafe_lookup_needed"
                        + " fits_deadline", contract("r"), stale(ReceiptState.ABSENT)),
                row("read, lookup down", "retry_same_operation_key 100 -; receipt_unavailable outcome_unknown safe_read_only"
                        + " attempts_available fits_deadline", contract("o"), down()),
                row("empty key", "reconcile_first 100 -; receipt_unavailable outcome_unknown unsafe_lookup_needed fits_deadline",
                        key(""), down()),
                row("no key", "stop_for_review - -; receipt_unavailable outcome_unknown unsafe_no_contract effect_may_exist", key(null),
                        contract("i"), down()),
                row("transient is no promise", "stop_for_review - -; receipt_absent outcome_transient unsafe_no_contract effect_may_exist",
                        outcome(Outcome.TRANSIENT), contract("")),
                row("a stale completed proves nothing", "stop_for_review - -; receipt_stale outcome_unknown unsafe_no_contract"
                        + " effect_may_exist", contract(""), stale(ReceiptState.COMPLETED)),
                row("permanent, the only attempt", "stop_permanent - -; receipt_unavailable outcome_permanent", outcome(Outcome.PERMANENT),
                        down()),
                row("permanent after an earlier attempt", "stop_permanent - -; receipt_unavailable outcome_permanent effect_may_exist",
                        outcome(Outcome.PERMANENT), down(), attempts(2, 3)),
                row("permanent, proven absent", "stop_permanent - -; receipt_absent outcome_permanent", outcome(Outcome.PERMANENT),
                        attempts(2, 3)),
                row("permanent, receipt pending", "wait_for_pending 100 -; receipt_pending outcome_permanent fits_deadline",
                        outcome(Outcome.PERMANENT), pending()),
                row("cancelled, receipt pending", "stop_cancelled - -; receipt_pending outcome_unknown cancelled effect_may_exist",
                        cancelled(), pending()),
                row("cancelled, permanent, receipt pending",
                        "stop_cancelled - -; receipt_pending outcome_permanent cancelled effect_may_exist",
                        cancelled(), outcome(Outcome.PERMANENT), pending()),
                row("cancelled, permanent", "stop_cancelled - -; receipt_absent outcome_permanent cancelled", cancelled(),
                        outcome(Outcome.PERMANENT)),
                row("unsafe, attempts used up", "stop_for_review - -; receipt_absent outcome_unknown unsafe_no_contract effect_may_exist",
                        contract(""), attempts(3, 3)),
                row("to reconcile, attempts used up", "reconcile_first 800 -; receipt_unavailable outcome_unknown unsafe_lookup_needed"
                        + " fits_deadline", contract("r"), down(), attempts(4, 3), backoff(200, 2_000, 500_000)));
    }

    static Stream<Arguments> attemptsAndTime() {
        String retry = "retry_same_operation_key %s -; receipt_absent outcome_unknown safe_idempotent attempts_available %s";
        String late = "stop_deadline - -; receipt_absent outcome_unknown safe_idempotent attempts_available %s";
        return Stream.of(
                row("third of three, also too late", "stop_attempts_exhausted - -; receipt_absent outcome_unknown safe_idempotent"
                        + " attempts_exhausted", attempts(3, 3), time(9_000, 5_000, 800)),
                row("pending, attempts used up", "wait_for_pending 400 -; receipt_pending outcome_unknown fits_deadline", pending(),
                        attempts(3, 3)),
                row("pending, too late", "stop_deadline - -; receipt_pending outcome_unknown delay_exceeds_deadline effect_may_exist",
                        pending(), time(4_101, 5_000, 800)),
                row("fits exactly", retry.formatted(100, "fits_deadline"), time(4_100, 5_000, 800)),
                row("one less", late.formatted("delay_exceeds_deadline"), time(4_101, 5_000, 800)),
                row("past its deadline", late.formatted("delay_exceeds_deadline"), time(5_001, 5_000, 0), backoff(0, 0, 0)),
                row("retry-after fits exactly", retry.formatted(3_200, "retry_after_applied fits_deadline"), retryAfter(3_200)),
                row("one more", late.formatted("retry_after_exceeds_deadline"), retryAfter(3_201)),
                row("retry-after above the cap", retry.formatted(2_500, "retry_after_applied fits_deadline"), retryAfter(2_500)),
                row("retry-after is the delay", retry.formatted(100, "fits_deadline"), retryAfter(100)),
                row("retry-after below the delay", retry.formatted(100, "fits_deadline"), retryAfter(99)),
                row("neither fits", late.formatted("delay_exceeds_deadline"), retryAfter(9_000), time(4_900, 5_000, 800)),
                row("5,000 attempts", retry.formatted(1_000, "fits_deadline"), attempts(5_000, 9_000)),
                row("no attempt yet", retry.formatted(100, "fits_deadline"), attempts(0, 3)),
                row("no floating point", retry.formatted(29, "fits_deadline"), backoff(100, 100, 290_000)),
                row("now is the deadline", retry.formatted(0, "fits_deadline"), time(5_000, 5_000, 0), backoff(0, 2_000, 500_000)),
                row("a fraction of one", retry.formatted(200, "fits_deadline"), backoff(200, 2_000, 1_000_000)),
                row("base above the cap", retry.formatted(5, "fits_deadline"), backoff(200, 10, 500_000)),
                row("the greatest wait", late.formatted("delay_exceeds_deadline"), attempts(64, 99),
                        backoff(1, Long.MAX_VALUE, 1_000_000), time(1, Long.MAX_VALUE, 0)),
                row("and the same without a clock", retry.formatted(Long.MAX_VALUE, "fits_deadline"), attempts(64, 99),
                        backoff(1, Long.MAX_VALUE, 1_000_000), time(0, Long.MAX_VALUE, 0)),
                row("behind the last shift", retry.formatted(9, "fits_deadline"), attempts(65, 99), backoff(1, 9, 1_000_000)),
                row("past its deadline by all that there is", late.formatted("delay_exceeds_deadline"), time(Long.MAX_VALUE, 0, 0),
                        attempts(64, 99), backoff(1, Long.MAX_VALUE, 1_000_000)),
                row("the last power below", retry.formatted(1L << 62, "fits_deadline"), attempts(63, 99),
                        backoff(1, Long.MAX_VALUE, 1_000_000), time(0, Long.MAX_VALUE, 0)));
    }

    static Stream<Arguments> rows() {
        return Stream.of(facts(), safety(), attemptsAndTime()).flatMap(each -> each);
    }

    private static String spelled(RecoveryAnswer answer) {
        RecoveryAnswer.Decided decided = (RecoveryAnswer.Decided) answer;
        String delay = decided.delayMillis().isPresent() ? Long.toString(decided.delayMillis().getAsLong()) : "-";
        return decided.route().code() + " " + delay + " " + decided.result().orElse("-") + "; "
                + String.join(" ", decided.reasons().stream().map(Coded::code).toList());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void a_published_case_is_decided_as_published(String name, String expected, Asked asked) {
        assertEquals(expected, spelled(asked.answer()));
    }

    static Stream<Arguments> wrong() {
        List<Arguments> rows = new ArrayList<>(List.of(
                row("a", "reply_result", asked -> asked.reply = Optional.of("x")),
                row("b", "operation.fingerprint", asked -> asked.fingerprint = ""),
                row("c", "receipt.state", Asked.receipt(Lookup.UNAVAILABLE, ReceiptState.ABSENT, null, null)),
                row("d", "receipt.state", Asked.receipt(Lookup.AUTHORITATIVE, null, null, null)),
                row("e", "receipt.state", Asked.receipt(Lookup.STALE, null, null, null)),
                row("f", "receipt.fingerprint", Asked.receipt(Lookup.UNAVAILABLE, null, "x", null)),
                row("g", "receipt.fingerprint", Asked.receipt(Lookup.STALE, ReceiptState.ABSENT, "x", null)),
                row("h", "receipt.fingerprint", Asked.receipt(Lookup.AUTHORITATIVE, ReceiptState.PENDING, null, null)),
                row("i", "receipt.result", Asked.receipt(Lookup.AUTHORITATIVE, ReceiptState.PENDING, "x", "r")),
                row("j", "receipt.result", Asked.receipt(Lookup.AUTHORITATIVE, ReceiptState.ABSENT, null, "r")),
                row("k", "receipt.result", Asked.receipt(Lookup.UNAVAILABLE, null, null, "r")),
                row("l", "attempts_started", attempts(-1, 3)), row("m", "attempts_started", attempts(1L << 31, 3)),
                row("n", "max_attempts", attempts(1, -1)), row("o", "max_attempts", attempts(1, 1L << 31)),
                row("p", "now_ms", time(-1, 5, 5)), row("q", "deadline_ms", time(1, -5, 5)), row("r", "timeout_ms", time(1, 5, -5)),
                row("s", "base_ms", backoff(-1, 1, 1)), row("t", "cap_ms", backoff(1, -1, 1)), row("u", "jitter_ppm", backoff(1, 1, -1)),
                row("v", "jitter_ppm", backoff(1, 1, 1_000_001)), row("w", "retry_after_ms", retryAfter(-1)),
                row("the first wrong member is told", "now_ms", time(-1, -1, -1), backoff(-1, -1, -1))));
        return rows.stream();
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void what_is_outside_of_the_rules_is_refused_by_its_path(String name, String path, Asked asked) {
        assertEquals(path, ((RecoveryAnswer.Invalid) asked.answer()).path());
    }

    @Test
    void an_input_and_its_answer_say_in_words_what_they_hold() {
        Asked asked = Asked.with(key("k"), time(4_100, 5_000, 800), completed("WO-18"));
        assertEquals("unknown, reply result none, operation with key of 1 characters and fingerprint of 24 characters, authoritative"
                + " receipt completed with fingerprint of 24 characters and result of 5 characters, Contract[idempotent=true,"
                + " reconciliation=true, readOnly=false], 1 of 3 attempts, now 4100, deadline 5000, timeout 800, base 200, cap 2000, jitter"
                + " 500000, retry after OptionalLong.empty", asked.input().toString());
        assertTrue(Asked.with(cancelled()).input().toString().endsWith(", cancelled"));
        assertEquals("reuse_recorded_result, delay OptionalLong.empty, result of 5 characters, because [RECEIPT_COMPLETED]",
                asked.answer().toString());
        assertEquals(Reason.values().length, Arrays.stream(Reason.values()).map(Reason::meaning).filter(text -> !text.isEmpty())
                .distinct().count());
    }

    @Test
    void what_is_printed_of_an_input_or_an_answer_holds_none_of_its_texts() {
        Asked asked = Asked.with(replied("canary-reply"), key("canary-key"), Asked.receipt(Lookup.STALE, ReceiptState.COMPLETED,
                "canary-theirs", "canary-result"), it -> it.fingerprint = "canary-ours");
        assertFalse((asked.input() + " " + asked.answer()).contains("canary"), asked.input() + " " + asked.answer());
    }
}
