// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.ownership;

import dev.counterfoil.journal.store.Owner;
import dev.counterfoil.journal.store.OwnerId;
import java.util.UUID;

/** Who a runtime is. Immutable. */
public final class OwnerIdentity {
    private OwnerIdentity() {}

    /**
     * A new runtime in this process: a random name each time, so two runtimes of one process are two owners.
     *
     * @return the owner
     */
    public static Owner ofThisProcess() {
        return of(new HostProcesses(), ProcessHandle.current().pid());
    }

    static Owner of(ProcessTable processes, long pid) {
        String started = processes.start(pid).orElse("unknown");
        return new Owner(new OwnerId(UUID.randomUUID().toString()), processes.bootId(), processes.pidNamespace(), pid, started);
    }
}
