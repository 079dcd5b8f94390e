// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.receipt;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.counterfoil.receiver.operation.Payload;
import dev.counterfoil.receiver.operation.PayloadDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Every state × payload × instant, against the published order of checks written out once more. */
final class ReceiptRuleTest {
    private static final PayloadDigest SAME = Payload.utf8("same").digest();
    private static final PayloadDigest OTHER = Payload.utf8("other").digest();
    private static final Instant SINCE = Instant.ofEpochMilli(1_000);
    private static final Instant LIMIT = Instant.ofEpochMilli(2_000);
    private static final PendingClaim CLAIM = new PendingClaim("worker", 1, SINCE);
    private static final List<Optional<Instant>> LIMITS = List.of(Optional.empty(), Optional.of(LIMIT));

    private static List<OperationState> states() {
        List<OperationState> states = new ArrayList<>(List.of(new OperationState.Pending(CLAIM), new OperationState.Closed(),
                new OperationState.Expired(OptionalLong.empty()), new OperationState.Expired(OptionalLong.of(7))));
        for (Optional<Instant> limit : LIMITS) {
            states.add(new OperationState.Completed(7, limit));
            states.add(new OperationState.Rejected(limit));
        }
        return states;
    }

    private static Optional<HeldOperation> held(OperationState state) {
        Optional<PayloadDigest> payload = state instanceof OperationState.Closed ? Optional.empty() : Optional.of(SAME);
        return Optional.of(new HeldOperation(payload, state, SINCE, 1));
    }

    private static ReceiptState expected(OperationState state, boolean differs, long millis) {
        if (differs && !(state instanceof OperationState.Closed)) {
            return ReceiptState.CONFLICT;
        }
        if (state instanceof OperationState.Completed completed) {
            return completed.expiresAt().isPresent() && millis >= 2_000 ? ReceiptState.EXPIRED : ReceiptState.COMPLETED;
        }
        if (state instanceof OperationState.Rejected rejected) {
            return rejected.expiresAt().isPresent() && millis >= 2_000 ? ReceiptState.EXPIRED : ReceiptState.REJECTED;
        }
        if (state instanceof OperationState.Pending) {
            return ReceiptState.PENDING;
        }
        return state instanceof OperationState.Closed ? ReceiptState.CLOSED : ReceiptState.EXPIRED;
    }

    private static Decision expected(ReceiptState state) {
        return switch (state) {
            case ABSENT -> new Decision.Admit();
            case PENDING -> new Decision.Refer(new Answer.InProgress(Optional.of(CLAIM)));
            case COMPLETED -> new Decision.Refer(new Answer.Replayed(7));
            case REJECTED -> new Decision.Refer(new Answer.Rejected());
            case CONFLICT -> new Decision.Refer(new Answer.Conflict(SAME));
            case EXPIRED -> new Decision.Refer(new Answer.Expired());
            case CLOSED -> new Decision.Refer(new Answer.Closed());
        };
    }

    @Test
    void every_state_payload_and_instant_has_the_answer_of_the_published_order() {
        int cases = 0;
        for (OperationState state : states()) {
            for (long millis : new long[] {0, 999, 1_000, 1_999, 2_000, 2_001, Long.MAX_VALUE}) {
                Instant now = Instant.ofEpochMilli(millis);
                String said = state + " at " + millis;
                ReceiptState alike = expected(state, false, millis);
                ReceiptState unlike = expected(state, true, millis);
                assertEquals(alike, ReceiptRule.receipt(held(state), Optional.empty(), now).state(), said);
                assertEquals(alike, ReceiptRule.receipt(held(state), Optional.of(SAME), now).state(), said);
                assertEquals(unlike, ReceiptRule.receipt(held(state), Optional.of(OTHER), now).state(), said);
                assertEquals(expected(alike), ReceiptRule.delivered(held(state), SAME, now), said);
                assertEquals(expected(unlike), ReceiptRule.delivered(held(state), OTHER, now), said);
                cases++;
            }
        }
        assertEquals(56, cases);
    }

    @Test
    void what_is_absent_is_let_in() {
        assertEquals(new Decision.Admit(), ReceiptRule.delivered(Optional.empty(), SAME, SINCE));
        assertEquals(ReceiptState.ABSENT, ReceiptRule.receipt(Optional.empty(), Optional.of(SAME), SINCE).state());
    }

    @Test
    void an_instant_before_the_row_s_own_counts_as_the_row_s_own() {
        HeldOperation late = new HeldOperation(Optional.of(SAME), new OperationState.Completed(7, Optional.of(LIMIT)), LIMIT, 0);
        assertEquals(ReceiptState.EXPIRED, ReceiptRule.receipt(Optional.of(late), Optional.empty(), SINCE).state());
    }

    @Test
    void a_receipt_names_an_effect_only_to_who_asks_for_its_payload() {
        Optional<HeldOperation> done = held(new OperationState.Completed(7, Optional.empty()));
        assertEquals(OptionalLong.of(7), ReceiptRule.receipt(done, Optional.of(SAME), SINCE).effectId());
        assertEquals(OptionalLong.empty(), ReceiptRule.receipt(done, Optional.of(OTHER), SINCE).effectId());
    }

    @Test
    void absent_and_pending_may_change_and_nothing_else() {
        List<ReceiptState> open = List.of(ReceiptState.ABSENT, ReceiptState.PENDING);
        for (ReceiptState state : ReceiptState.values()) {
            assertEquals(!open.contains(state), state.isFinal(), state.code());
        }
    }
}
