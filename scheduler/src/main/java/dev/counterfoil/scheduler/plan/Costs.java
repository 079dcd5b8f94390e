// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import java.util.LinkedHashMap;
import java.util.Map;

/** What all attempts of a policy cost, by unit, in the order in which the tree first names them. Pure; thread-safe. */
final class Costs {
    private Costs() {}

    static Map<String, Double> of(Measured root) {
        Map<String, Double> costs = new LinkedHashMap<>();
        add(root, 1, costs);
        return costs;
    }

    private static void add(Measured node, double runs, Map<String, Double> costs) {
        Policy policy = node.policy();
        double repeated = runs;
        if (policy instanceof Policy.Attempt attempt) {
            attempt.cost().forEach((unit, amount) -> costs.merge(unit, Amounts.times(runs, amount), Amounts::plus));
        } else if (policy instanceof Policy.Retry retry) {
            repeated = Amounts.times(retry.terms().times(), runs);
        } else if (policy instanceof Policy.Hedge hedge) {
            repeated = Amounts.times(hedge.max(), runs);
        }
        for (Measured child : node.children()) {
            add(child, repeated, costs);
        }
    }
}
