// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.ownership;

import dev.counterfoil.journal.store.Owner;
/** Whether a runtime is gone, as far as the table of processes can tell. Immutable. */
public enum Liveness {
    /** Its process ended: nothing of it can act any more. */
    GONE,
    /** It cannot be told from here: it may run, here or elsewhere. */
    UNKNOWN;

    /**
     * Judges. Gone only where boot and namespace are ours, and certainly no such process runs or the one that does started at another
     * time. What could not be read proves nothing.
     *
     * @param owner the runtime
     * @param processes what this host can say
     * @return gone, or unknown
     */
    public static Liveness of(Owner owner, ProcessTable processes) {
        if (!owner.bootId().equals(processes.bootId()) || !owner.pidNamespace().equals(processes.pidNamespace())) {
            return UNKNOWN;
        }
        ProcessSighting seen = processes.look(owner.pid());
        boolean other = seen instanceof ProcessSighting.Running running && !running.started().equals(owner.started());
        return other || seen instanceof ProcessSighting.Absent ? GONE : UNKNOWN;
    }
}
