// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.decision;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** All of its inputs, and the decision held to it. */
final class RetryRuleTest {
    private static final List<Boolean> BOTH = List.of(false, true);
    private static final List<Optional<String>> KEYS = List.of(Optional.empty(), Optional.of(""), Optional.of("op-1"));

    @Test
    void what_may_have_failed_in_passing_may_be_sent_again_where_it_was_declared_harmless() {
        for (Outcome outcome : Outcome.values()) {
            for (boolean readOnly : BOTH) {
                for (boolean idempotent : BOTH) {
                    for (Optional<String> key : KEYS) {
                        boolean harmless = readOnly || idempotent && key.equals(Optional.of("op-1"));
                        boolean passing = outcome != Outcome.SUCCESS && outcome != Outcome.PERMANENT;
                        RecoveryInput.Contract contract = new RecoveryInput.Contract(idempotent, false, readOnly);
                        RecoveryInput.Operation operation = new RecoveryInput.Operation(key, "f");
                        assertEquals(harmless && passing, RetryRule.mayRetry(outcome, contract, operation), contract + " " + outcome);
                        assertEquals(harmless && passing, decided(outcome, contract, operation), contract + " " + outcome);
                    }
                }
            }
        }
    }

    /** Whether the decision sends it again, where nobody could look and there is time and allowance. */
    private static boolean decided(Outcome outcome, RecoveryInput.Contract contract, RecoveryInput.Operation operation) {
        Optional<String> reply = outcome == Outcome.SUCCESS ? Optional.of("r") : Optional.empty();
        RecoveryInput.Receipt nobodyLooked =
                new RecoveryInput.Receipt(Lookup.UNAVAILABLE, Optional.empty(), Optional.empty(), Optional.empty());
        RecoveryAnswer answer = RecoveryDecision.decide(new RecoveryInput(outcome, reply, operation, nobodyLooked, contract, 1, 3, 0, 1_000,
                10, 1, 1, 0, OptionalLong.empty(), false));
        return answer instanceof RecoveryAnswer.Decided decided && decided.route() == Route.RETRY_SAME_OPERATION_KEY;
    }
}
