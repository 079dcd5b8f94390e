// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.scheduler.dispatch.Dispatcher;
import dev.counterfoil.scheduler.exec.ExecCommand;
import java.util.Optional;

/** Turns the description of a provider into the way to call it. Implementations are thread-safe. */
@FunctionalInterface
public interface Dispatchers {
    /**
     * The way to call a provider.
     *
     * @param command what is started
     * @param input the bytes for its stdin, where they are not the request's
     * @return the dispatcher
     */
    Dispatcher dispatcher(ExecCommand command, Optional<Bytes> input);
}
