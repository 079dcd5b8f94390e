// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.examples;

import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.dispatch.Dispatcher;
import dev.counterfoil.scheduler.runner.Invocation;
import dev.counterfoil.scheduler.runner.InvocationResult;
import java.time.Duration;

/**
 * A host's own code: takes payment for a cart, and tells the customer what is known. Thread-safe. Its test shows how such code is tried
 * without waiting and without a network.
 */
public final class Checkout {
    private final Counterfoil runtime;
    private final Dispatcher bank;

    /**
     * A checkout.
     *
     * @param runtime what payments go through
     * @param bank how the bank is called
     */
    public Checkout(Counterfoil runtime, Dispatcher bank) {
        this.runtime = runtime;
        this.bank = bank;
    }

    /**
     * Takes the payment of a cart, once however often it is asked.
     *
     * @param cart its name
     * @return what to tell the customer
     */
    public String pay(String cart) {
        InvocationResult result = runtime.run(Invocation.of("payment-" + cart)
                        .request("{\"cart\":\"" + cart + "\"}")
                        .limit(Dimension.MAX_CALLS, 3)
                        .deadline(Duration.ofMinutes(2))
                        .backoff(Backoff.fixed(Duration.ofSeconds(50)))
                        .provider("bank", bank)
                        .build())
                .result();
        return switch (result.status()) {
            case SETTLED -> "paid";
            case UNCERTAIN -> "we are asking the bank; you will not be charged twice";
            case STOPPED -> "not paid: " + result.reason();
        };
    }
}
