// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.decision;

import java.util.Optional;
import java.util.OptionalLong;

/** The published missing reply, and what is changed in it. Confined; each change is made in place. */
final class Asked {
    static final String OURS = "asset=P7;schedule=monday";

    Outcome outcome = Outcome.UNKNOWN;
    Optional<String> reply = Optional.empty();
    Optional<String> key = Optional.of("R4-inspect-1");
    String fingerprint = OURS;
    RecoveryInput.Receipt receipt =
            new RecoveryInput.Receipt(Lookup.AUTHORITATIVE, Optional.of(ReceiptState.ABSENT), Optional.empty(), Optional.empty());
    RecoveryInput.Contract contract = new RecoveryInput.Contract(true, true, false);
    long started = 1;
    long most = 3;
    long now = 1_000;
    long deadline = 5_000;
    long timeout = 800;
    long base = 200;
    long cap = 2_000;
    long ppm = 500_000;
    OptionalLong retryAfter = OptionalLong.empty();
    boolean cancelled;

    /** What is changed. */
    interface Change {
        void in(Asked asked);
    }

    static Asked with(Change... changes) {
        Asked asked = new Asked();
        for (Change change : changes) {
            change.in(asked);
        }
        return asked;
    }

    static Change outcome(Outcome outcome) {
        return asked -> asked.outcome = outcome;
    }

    static Change replied(String result) {
        return asked -> {
            asked.outcome = Outcome.SUCCESS;
            asked.reply = Optional.of(result);
        };
    }

    static Change key(String key) {
        return asked -> asked.key = Optional.ofNullable(key);
    }

    static Change receipt(Lookup lookup, ReceiptState state, String fingerprint, String result) {
        return asked -> asked.receipt = new RecoveryInput.Receipt(lookup, Optional.ofNullable(state), Optional.ofNullable(fingerprint),
                Optional.ofNullable(result));
    }

    static Change down() {
        return receipt(Lookup.UNAVAILABLE, null, null, null);
    }

    static Change pending() {
        return receipt(Lookup.AUTHORITATIVE, ReceiptState.PENDING, OURS, null);
    }

    static Change completed(String result) {
        return receipt(Lookup.AUTHORITATIVE, ReceiptState.COMPLETED, OURS, result);
    }

    static Change taken(ReceiptState state) {
        return receipt(Lookup.AUTHORITATIVE, state, "asset=P8", null);
    }

    static Change stale(ReceiptState state) {
        return state == ReceiptState.ABSENT ? receipt(Lookup.STALE, state, null, null) : receipt(Lookup.STALE, state, OURS, null);
    }

    /** {@code i} idempotent, {@code r} reconciliation, {@code o} read only. */
    static Change contract(String letters) {
        return asked -> asked.contract =
                new RecoveryInput.Contract(letters.contains("i"), letters.contains("r"), letters.contains("o"));
    }

    static Change attempts(long started, long most) {
        return asked -> {
            asked.started = started;
            asked.most = most;
        };
    }

    static Change time(long now, long deadline, long timeout) {
        return asked -> {
            asked.now = now;
            asked.deadline = deadline;
            asked.timeout = timeout;
        };
    }

    static Change backoff(long base, long cap, long ppm) {
        return asked -> {
            asked.base = base;
            asked.cap = cap;
            asked.ppm = ppm;
        };
    }

    static Change retryAfter(long millis) {
        return asked -> asked.retryAfter = OptionalLong.of(millis);
    }

    static Change cancelled() {
        return asked -> asked.cancelled = true;
    }

    RecoveryInput input() {
        return new RecoveryInput(outcome, reply, new RecoveryInput.Operation(key, fingerprint), receipt, contract, started, most, now,
                deadline, timeout, base, cap, ppm, retryAfter, cancelled);
    }

    RecoveryAnswer answer() {
        return RecoveryDecision.decide(input());
    }
}
