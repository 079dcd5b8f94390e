// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.receiver.operation.Operation;
import dev.counterfoil.receiver.operation.OperationKey;
import picocli.CommandLine.Option;

/** The options that name one operation. Confined. */
final class ReceiverOperationOption {
    @Option(names = "--scope", required = true, paramLabel = "S", description = "The operation's scope.")
    private String scope = "";

    @Option(names = "--key", required = true, paramLabel = "K", description = "The operation's key.")
    private String key = "";

    /** The operation, or the refusal of a name that none can have. */
    Operation operation() {
        return new Operation(ReceiverFileOption.scope(scope),
                ReceiverFileOption.read("--key", () -> new OperationKey(ReceiverFileOption.whole("--key", key))));
    }
}
