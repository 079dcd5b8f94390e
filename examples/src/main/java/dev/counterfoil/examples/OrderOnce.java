// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.examples;

import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.runner.Invocation;
import dev.counterfoil.scheduler.runner.InvocationResult;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The smallest program that embeds Counterfoil: one order, two shops, three calls at most. Run it twice with the same journal: the second
 * run gives the recorded answer and calls nobody. The marked lines are the README's.
 *
 * <p>Confined to the thread that runs it.
 */
public final class OrderOnce {
    private OrderOnce() {}

    /**
     * Orders.
     *
     * @param arguments the journal's file
     */
    public static void main(String[] arguments) {
        System.out.println(order(Path.of(arguments.length > 0 ? arguments[0] : "orders.journal")));
    }

    static String order(Path file) {
        // README: begin
        Invocation order = Invocation.of("order-17")
                .request("{\"quantity\":1,\"sku\":\"P7\"}")
                .limit(Dimension.MAX_CALLS, 3)
                .limit(Dimension.MAX_RETRIES, 1)
                .deadline(Duration.ofSeconds(20))
                .provider("primary", dispatch -> Answer.rejected())
                .provider("fallback", dispatch -> Answer.completed("order 4711 from " + dispatch.provider()))
                .build();
        try (Counterfoil runtime = Counterfoil.open(file)) {
            InvocationResult result = runtime.run(order).result();
            return result.status() + " after " + result.attempts() + " attempts, " + result.origin();
        }
        // README: end
    }
}
