// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.bench;

/**
 * What was measured in one run, on one disk: only numbers of one run can be compared. A pair is what makes an invocation: what is durable
 * before the effect, and what is durable after it. Immutable.
 *
 * @param callers threads that ran invocations at once
 * @param invocations how many the journal holds
 * @param pairsPerSecond invocations of the runtime in a second, all callers together; of the middle slice
 * @param naivePairsPerSecond the same of one thread with two plain transactions for each; of the middle slice
 * @param forcesPerSecond small appends to a plain file beside the journal, each forced; of the middle slice
 * @param p50Micros half of all invocations took no longer, in microseconds
 * @param p99Micros 99 of 100 invocations took no longer, in microseconds
 * @param journalBytesPerInvocation size of the closed journal over its invocations, in bytes
 */
public record Measurement(
        int callers,
        int invocations,
        double pairsPerSecond,
        double naivePairsPerSecond,
        double forcesPerSecond,
        long p50Micros,
        long p99Micros,
        long journalBytesPerInvocation) {
    /**
     * How many times as many invocations the runtime makes as the naive loop.
     *
     * @return the ratio of both
     */
    public double ratioToNaive() {
        return pairsPerSecond / naivePairsPerSecond;
    }
}
