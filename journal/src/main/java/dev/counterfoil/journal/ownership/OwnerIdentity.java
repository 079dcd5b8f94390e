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
        OwnerId id = new OwnerId(UUID.randomUUID().toString());
        if (processes.look(pid) instanceof ProcessSighting.Running running) {
            return new Owner(id, processes.bootId(), processes.pidNamespace(), pid, running.started());
        }
        // With a start that is not its own anybody would take it for gone; of a boot that is nobody's, only its silence tells.
        return new Owner(id, HostProcesses.unknown(), processes.pidNamespace(), pid, "unknown");
    }
}
