// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Limits;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.scheduler.dispatch.Dispatch;
import dev.counterfoil.scheduler.provider.ProviderOrder;
import dev.counterfoil.scheduler.provider.ProviderOrderDecision;
import dev.counterfoil.scheduler.runner.UnnamedOperationException.Missing;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What must hold before an invocation can be run. */
final class InvocationChecks {
    private InvocationChecks() {}

    static void check(
            Limits limits,
            Optional<Instant> deadlineAt,
            Bytes request,
            Optional<Duration> attemptTimeout,
            List<Provider> providers,
            Optional<Bytes> configuration) {
        require(limits.of(Dimension.MAX_CALLS).most().orElse(0) > 0, "max_calls must be given and greater than 0");
        require(
                deadlineAt.isEmpty() || limits.of(Dimension.MAX_LATENCY_MILLIS).most().isEmpty(),
                "a deadline is given either as an instant or as max_latency_millis");
        require(request.size() <= Bounds.REQUEST_BYTES, "the request has " + request.size() + " bytes, at most " + Bounds.REQUEST_BYTES
                + " are allowed");
        require(attemptTimeout.filter(time -> time.isNegative() || time.isZero()).isEmpty(), "attempt_timeout must be positive");
        require(
                limits.of(Dimension.MAX_RESPONSE_BYTES).most().orElse(0) <= Bounds.RESPONSE_BYTES_AT_MOST,
                "max_response_bytes is at most " + Bounds.RESPONSE_BYTES_AT_MOST);
        if (ProviderOrder.of(providers.stream().map(Provider::slot).toList()) instanceof ProviderOrderDecision.Rejected rejected) {
            throw new IllegalArgumentException(rejected.message());
        }
        require(
                configuration.filter(bytes -> bytes.size() > Bounds.CONFIGURATION_BYTES).isEmpty(),
                "the provider configuration is over " + Bounds.CONFIGURATION_BYTES + " bytes");
    }

    /** Whoever has a book is asked by scope and key. */
    static void checkNamed(Operation operation, List<Provider> providers) {
        Optional<Provider> first = providers.stream().filter(provider -> provider.receipts().isPresent()).findFirst();
        first.filter(provider -> operation.scope().isEmpty() || operation.key().isEmpty()).ifPresent(provider -> {
            throw new UnnamedOperationException(
                    provider.slot().id(), operation.scope().isEmpty() ? Missing.SCOPE : Missing.KEY);
        });
    }

    static void checkWithin(InvocationId id, Optional<InvocationId> parent, Dispatch call) {
        require(parent.equals(Optional.of(call.invocation())), "the parent of what runs within a call is that call's invocation");
        require(!id.equals(call.invocation()), "an invocation cannot run within itself; give it a name of its own");
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
