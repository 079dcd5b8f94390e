// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.story;

import dev.counterfoil.fixtures.http.PostDispatcher;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.runner.Invocation;
import dev.counterfoil.scheduler.runner.InvocationResult;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/** The application of the story: one inspection, ordered over HTTP, under the strict profile. Confined to its process. */
final class Sender {
    private Sender() {}

    /** Orders, in a process of its own. */
    public static void main(String[] arguments) {
        System.out.println(told(Path.of(arguments[0]), URI.create(arguments[1])));
    }

    /** Runs the invocation to its end, or to where it cannot go on, and says what came of it. */
    static String told(Path journal, URI service) {
        // PAGE: begin
        Operation operation = new Operation(Contract.RECEIVER_IDEMPOTENT, Optional.of("acme/inspections"), Optional.of("R4-inspect-1"));
        Invocation inspection = Invocation.of("inspection-P7")
                .request("{\"asset\":\"P7\",\"schedule\":\"monday\"}")
                .operation(operation)
                .limit(Dimension.MAX_CALLS, 3)
                .provider("inspections", new PostDispatcher(service.resolve("/v1/operations/acme%2Finspections")))
                .build();
        try (Counterfoil runtime = Counterfoil.open(journal)) {
            InvocationResult result = runtime.run(inspection).result();
            return result.status().code() + ", " + result.reason() + ", effect " + result.businessState().code() + ", attempts "
                    + result.attempts();
        }
        // PAGE: end
    }
}
