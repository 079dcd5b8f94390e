// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.spec.Dispatchers;
import dev.counterfoil.cli.spec.HttpForm;
import dev.counterfoil.cli.spec.ReceiptsForm;
import dev.counterfoil.cli.spec.Variables;
import dev.counterfoil.http.HttpDispatcher;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.scheduler.dispatch.Dispatcher;
import dev.counterfoil.scheduler.exec.ExecCommand;
import dev.counterfoil.scheduler.exec.ExecDispatcher;
import dev.counterfoil.scheduler.lookup.ReceiptBook;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The ways of the command line: programs are started, endpoints called with what the environment holds. Immutable. */
final class ProviderWays implements Dispatchers {
    private final UnaryOperator<ExecCommand> shown;
    private final Variables environment;

    /**
     * The ways.
     *
     * @param shown says where the messages of programs go
     * @param environment what headers refer to
     */
    ProviderWays(UnaryOperator<ExecCommand> shown, Variables environment) {
        this.shown = shown;
        this.environment = environment;
    }

    @Override
    public Dispatcher exec(ExecCommand command, Optional<Bytes> input) {
        ExecDispatcher dispatcher = new ExecDispatcher(shown.apply(command));
        return input.map(dispatcher::reading).orElse(dispatcher);
    }

    @Override
    public Dispatcher http(HttpForm form) {
        return new HttpDispatcher(form.endpoint(environment));
    }

    @Override
    public ReceiptBook receipts(ReceiptsForm form) {
        return form.book(environment);
    }
}
