// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.ownership;

import java.util.Optional;

/** What this host can say of processes. Thread-safe. */
public interface ProcessTable {
    /**
     * Which boot of which host this is.
     *
     * @return an id that no other boot has
     */
    String bootId();

    /**
     * In which namespace this process's ids mean something.
     *
     * @return the namespace
     */
    String pidNamespace();

    /**
     * When a process started.
     *
     * @param pid its id
     * @return clock ticks since boot, or an instant where there is no /proc; empty where no such process runs
     */
    Optional<String> start(long pid);
}
