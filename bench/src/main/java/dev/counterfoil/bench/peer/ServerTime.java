// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.bench.peer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Processor time of a server and of the processes under it, from /proc: each one's own and that of children that ended. Immutable.
 *
 * @param server the process above all of them; empty where there is none
 */
record ServerTime(Optional<ProcessHandle> server) {
    /** What the kernel counts in for programs, on every Linux: 100 in a second. */
    private static final long NANOS_IN_A_TICK = 10_000_000;

    /** Fields of /proc/PID/stat behind the name in parentheses: user, system, and the same of children that ended. */
    private static final int FIRST_TIME = 11;

    private static final int TIMES = 4;

    long nanos() {
        return server.map(top -> ticks(top.pid()) + top.descendants().mapToLong(each -> ticks(each.pid())).sum()).orElse(0L)
                * NANOS_IN_A_TICK;
    }

    private static long ticks(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            long ticks = 0;
            for (int i = 0; i < TIMES; i++) {
                ticks += Long.parseLong(fields[FIRST_TIME + i]);
            }
            return ticks;
        } catch (NoSuchFileException ended) {
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
