// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import dev.counterfoil.journal.DurableIntents;
import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Charge;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.Stamp;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.dispatch.Cancellation;
import dev.counterfoil.scheduler.dispatch.Dispatch;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** One call to be made by a test, with whatever the test does not care about filled in. */
record Call(Bytes request, Operation operation, Dispatch.Bounds bounds, Cancellation cancellation) {
    static final Bytes REQUEST = Bytes.utf8("{\"sku\":\"P7\"}");

    static Call plain() {
        return new Call(REQUEST, keyed("order-17"), new Dispatch.Bounds(Optional.empty(), Optional.empty(), 1 << 20), new Cancellation());
    }

    static Operation keyed(String key) {
        return new Operation(Contract.RECEIVER_IDEMPOTENT, Optional.of("acme"), Optional.of(key));
    }

    Call request(Bytes bytes) {
        return new Call(bytes, operation, bounds, cancellation);
    }

    Call operation(Operation effect) {
        return new Call(request, effect, bounds, cancellation);
    }

    Call responseBytes(long bytes) {
        return new Call(request, operation, new Dispatch.Bounds(Optional.empty(), bounds.remaining(), bytes), cancellation);
    }

    Call remaining(Duration remaining) {
        return new Call(
                request, operation, new Dispatch.Bounds(Optional.empty(), Optional.of(remaining), bounds.responseBytes()), cancellation);
    }

    Dispatch dispatch() {
        return dispatch(() -> true);
    }

    /** One whose owner is asked whether it still is the owner. */
    Dispatch dispatch(BooleanSupplier owned) {
        Charge charge = new Charge(1, 0, 0, 0, request.size(), bounds.responseBytes(), List.of());
        Intent intent = new Intent(new Stamp(1, Instant.EPOCH, 1), 0, AttemptKind.FRESH, new ProviderId("primary"), charge,
                Optional.empty(), Optional.empty());
        return Dispatch.begin(DurableIntents.of(new InvocationId("order-17"), intent, owned), request, operation, bounds, cancellation);
    }

    /** Made in another thread. */
    CompletableFuture<Answer> begun(HttpDispatcher dispatcher) {
        Dispatch dispatch = dispatch();
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                answer.complete(dispatcher.dispatch(dispatch));
            } catch (RuntimeException | Error e) {
                answer.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return answer;
    }

    /** The answer, which is never far away. */
    static Answer soon(CompletableFuture<Answer> answer) throws Exception {
        return answer.get(60, TimeUnit.SECONDS);
    }
}
