// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.scheduler.dispatch.Dispatcher;
import java.util.Optional;

/** Turns the description of a provider into the way to call it. Implementations are thread-safe. */
@FunctionalInterface
public interface Dispatchers {
    /**
     * The way to call a provider.
     *
     * @param provider what is started
     * @param stored the bytes for its stdin, where it reads stored ones
     * @return the dispatcher
     */
    Dispatcher dispatcher(ProviderCommand provider, Optional<Bytes> stored);
}
