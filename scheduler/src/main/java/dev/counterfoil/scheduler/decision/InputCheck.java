// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.decision;

import java.util.Optional;

/** What of an input is outside of the rules. Pure; confined to one input. */
final class InputCheck {
    static final long JITTER_PPM = 1_000_000;

    private Optional<RecoveryAnswer.Invalid> first = Optional.empty();

    private InputCheck() {}

    /** The first member that is wrong, in the order of the members. */
    static Optional<RecoveryAnswer.Invalid> first(RecoveryInput input) {
        InputCheck check = new InputCheck();
        check.hold(input.replyResult().isEmpty() || input.outcome() == Outcome.SUCCESS, "reply_result",
                "must be null unless the outcome is success");
        check.hold(!input.operation().fingerprint().isEmpty(), "operation.fingerprint", "must not be empty");
        check.receipt(input.receipt());
        check.within("attempts_started", input.attemptsStarted(), Integer.MAX_VALUE);
        check.within("max_attempts", input.maxAttempts(), Integer.MAX_VALUE);
        check.within("now_ms", input.nowMillis(), Long.MAX_VALUE);
        check.within("deadline_ms", input.deadlineMillis(), Long.MAX_VALUE);
        check.within("timeout_ms", input.timeoutMillis(), Long.MAX_VALUE);
        check.within("base_ms", input.baseMillis(), Long.MAX_VALUE);
        check.within("cap_ms", input.capMillis(), Long.MAX_VALUE);
        check.within("jitter_ppm", input.jitterPpm(), JITTER_PPM);
        check.within("retry_after_ms", input.retryAfterMillis().orElse(0), Long.MAX_VALUE);
        return check.first;
    }

    private void receipt(RecoveryInput.Receipt receipt) {
        boolean available = receipt.lookup() != Lookup.UNAVAILABLE;
        boolean there = receipt.state().filter(state -> state != ReceiptState.ABSENT).isPresent();
        boolean completed = receipt.state().filter(state -> state == ReceiptState.COMPLETED).isPresent();
        hold(receipt.state().isPresent() == available, "receipt.state", "must be null exactly where the lookup is unavailable");
        hold(receipt.fingerprint().isPresent() == there, "receipt.fingerprint",
                "must be there exactly where the state is pending or completed");
        hold(receipt.result().isEmpty() || completed, "receipt.result", "must be null unless the state is completed");
    }

    private void within(String path, long value, long most) {
        hold(value >= 0 && value <= most, path, "must be 0 to " + most);
    }

    private void hold(boolean condition, String path, String what) {
        if (first.isEmpty() && !condition) {
            first = Optional.of(new RecoveryAnswer.Invalid(path, what));
        }
    }
}
