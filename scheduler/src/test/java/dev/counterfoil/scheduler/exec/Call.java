// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.exec;

import dev.counterfoil.journal.DurableIntents;
import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Charge;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.Stamp;
import dev.counterfoil.scheduler.dispatch.Cancellation;
import dev.counterfoil.scheduler.dispatch.Dispatch;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** One call to be made by a test, with whatever the test does not care about filled in. */
record Call(String invocation, int ordinal, String provider, Bytes request, Operation operation, Dispatch.Bounds bounds,
        Cancellation cancellation) {
    static final Call PLAIN = new Call("order-17", 0, "primary", Bytes.utf8("{}"), Operation.UNDECLARED,
            new Dispatch.Bounds(Optional.empty(), Optional.empty(), 1 << 20), new Cancellation());

    Call request(Bytes bytes) {
        return new Call(invocation, ordinal, provider, bytes, operation, bounds, cancellation);
    }

    Call named(String id, int attempt, String providerId) {
        return new Call(id, attempt, providerId, request, operation, bounds, cancellation);
    }

    Call operation(Operation effect) {
        return new Call(invocation, ordinal, provider, request, effect, bounds, cancellation);
    }

    Call bounds(Optional<Instant> deadline, Optional<Duration> remaining, long responseBytes) {
        Dispatch.Bounds other = new Dispatch.Bounds(deadline, remaining, responseBytes);
        return new Call(invocation, ordinal, provider, request, operation, other, cancellation);
    }

    Call remaining(Duration remaining) {
        return bounds(Optional.empty(), Optional.of(remaining), bounds.responseBytes());
    }

    Call responseBytes(long bytes) {
        return bounds(bounds.deadline(), bounds.remaining(), bytes);
    }

    Call cancelledBy(Cancellation other) {
        return new Call(invocation, ordinal, provider, request, operation, bounds, other);
    }

    Dispatch dispatch() {
        return dispatch(() -> true);
    }

    /** One whose owner is asked whether it still is the owner. */
    Dispatch dispatch(BooleanSupplier owned) {
        Charge charge = new Charge(1, 0, 0, 0, request.size(), bounds.responseBytes(), List.of());
        Intent intent = new Intent(new Stamp(1, Instant.EPOCH, 1), ordinal, AttemptKind.FRESH, new ProviderId(provider), charge,
                Optional.empty(), Optional.empty());
        return Dispatch.begin(DurableIntents.of(new InvocationId(invocation), intent, owned), request, operation, bounds, cancellation);
    }
}
