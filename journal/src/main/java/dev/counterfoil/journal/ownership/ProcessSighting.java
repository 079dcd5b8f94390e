// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.ownership;

/** What can be said of a process. Immutable. */
public sealed interface ProcessSighting {
    /**
     * It runs.
     *
     * @param started when it started: clock ticks since boot, or an instant where there is no /proc
     */
    record Running(String started) implements ProcessSighting {}

    /** No such process runs: it is provably not there, or it ended and only waits to be reaped. */
    record Absent() implements ProcessSighting {}

    /** It could not be found out: nothing follows from that. */
    record Unknown() implements ProcessSighting {}
}
