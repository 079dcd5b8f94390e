// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import java.util.List;

/** When the children of a node start at worst, counted from its own start; of what is repeated, the first run. Pure; thread-safe. */
final class Starts {
    private Starts() {}

    static double[] of(Measured node) {
        List<Measured> children = node.children();
        if (node.policy() instanceof Policy.Failover failover) {
            return Runs.of(failover, children).starts();
        }
        double[] starts = new double[children.size()];
        if (node.policy() instanceof Policy.Series) {
            for (int i = 1; i < starts.length; i++) {
                starts[i] = Amounts.plus(starts[i - 1], children.get(i - 1).boundMillis());
            }
        }
        return starts;
    }
}
