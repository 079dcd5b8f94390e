// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.ownership;

import java.nio.file.Path;
import java.util.UUID;

/**
 * The processes of this host: through /proc where there is one, else through {@link ProcessHandle}. Thread-safe.
 *
 * <p>Where the boot id or the namespace cannot be known, a random one stands for it: then no owner is ever taken for gone at once, only
 * after its silence. The same where /proc hides other users' processes (the first one cannot be seen then): absence would prove nothing.
 */
public final class HostProcesses implements ProcessTable {
    private final ProcFiles files;
    private final String bootId;
    private final String pidNamespace;
    private final boolean hasFiles;

    /** The processes of this host. */
    public HostProcesses() {
        this(Path.of("/proc"));
    }

    HostProcesses(Path proc) {
        files = new ProcFiles(proc);
        boolean seesAll = files.shows("self") && files.shows("1");
        bootId = files.bootId().filter(id -> seesAll).orElseGet(HostProcesses::unknown);
        pidNamespace = files.pidNamespace().orElseGet(HostProcesses::unknown);
        hasFiles = files.bootId().isPresent() || files.shows("self");
    }

    @Override
    public String bootId() {
        return bootId;
    }

    @Override
    public String pidNamespace() {
        return pidNamespace;
    }

    @Override
    public ProcessSighting look(long pid) {
        if (hasFiles) {
            ProcessSighting seen = files.look(Long.toString(pid));
            // A tree that does not even show ourselves shows nobody's absence.
            return seen instanceof ProcessSighting.Absent && !files.shows("self") ? new ProcessSighting.Unknown() : seen;
        }
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).<ProcessSighting>map(HostProcesses::running)
                .orElseGet(ProcessSighting.Absent::new);
    }

    private static ProcessSighting running(ProcessHandle process) {
        return process.info().startInstant().<ProcessSighting>map(at -> new ProcessSighting.Running(at.toString()))
                .orElseGet(ProcessSighting.Unknown::new);
    }

    /** A name that no other boot or namespace has. */
    static String unknown() {
        return "unknown-" + UUID.randomUUID();
    }
}
