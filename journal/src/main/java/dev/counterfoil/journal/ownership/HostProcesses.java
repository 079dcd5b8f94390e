// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.ownership;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
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

    /** The processes of this host. */
    public HostProcesses() {
        this(Path.of("/proc"));
    }

    HostProcesses(Path proc) {
        files = new ProcFiles(proc);
        bootId = files.bootId().filter(id -> files.startTicks("1").isPresent()).orElseGet(HostProcesses::unknown);
        pidNamespace = files.pidNamespace().orElseGet(HostProcesses::unknown);
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
    public Optional<String> start(long pid) {
        if (files.isThere()) {
            return files.startTicks(Long.toString(pid));
        }
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive)
                .map(process -> process.info().startInstant().map(Instant::toString).orElse("unknown"));
    }

    private static String unknown() {
        return "unknown-" + UUID.randomUUID();
    }
}
