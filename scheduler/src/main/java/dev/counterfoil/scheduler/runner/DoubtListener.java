// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

/**
 * Is told whenever a run ends and leaves its invocation uncertain: somebody has to find out. Told, never asked; must be thread-safe and
 * quick: it is called in the thread of the run, before its caller hears of the result. What it throws is logged and changes nothing.
 *
 * <p>It is told after every such run, also after one that only found the doubt of an earlier process. It is not told of a doubt that the
 * same run cleared, nor of one whose process died: the next run or recovery tells it.
 */
@FunctionalInterface
public interface DoubtListener {
    /** Hears nothing. */
    DoubtListener NONE = result -> {};

    /**
     * An invocation is uncertain.
     *
     * @param result status uncertain, with the reason, the attempts, the exposure in its totals
     */
    void uncertain(InvocationResult result);
}
