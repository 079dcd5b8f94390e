// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.ownership;

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
     * Looks for a process.
     *
     * @param pid its id
     * @return what can be said of it; absent only where that is certain
     */
    ProcessSighting look(long pid);
}
