// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Probabilities and means. What fails together is taken together: every state of the declared outages is looked at and weighed by its
 * probability; in a state, attempts are independent. Confined.
 */
final class OddsCalculation {
    private final Map<String, Integer> keys = new LinkedHashMap<>();
    private final List<Double> probabilities = new ArrayList<>();
    private final Map<String, Expected> costs = new LinkedHashMap<>();
    private final Optional<Odds> odds;
    private boolean declared;

    OddsCalculation(Measurement measurement, Repetitions repetitions) {
        collect(measurement.root());
        if (keys.size() > Outage.MOST_KEYS) {
            throw new IllegalArgumentException(keys.size() + " outages are named, at most " + Outage.MOST_KEYS + " may be");
        }
        if (!Outage.isFeasible(keys.size(), measurement.nodes())) {
            throw new IllegalArgumentException(measurement.nodes() + " nodes in each state of " + keys.size()
                    + " outages, at most " + Outage.MOST_NODES_IN_STATES + " altogether may be");
        }
        this.odds = declared ? Optional.of(mixed(new OddsNode(measurement.root(), repetitions, keys))) : Optional.empty();
    }

    private void collect(Measured node) {
        if (node.policy() instanceof Policy.Attempt attempt) {
            declared |= attempt.failure().isPresent() || attempt.outage().isPresent();
            attempt.outage().ifPresent(this::collect);
        }
        node.children().forEach(this::collect);
    }

    private void collect(Outage outage) {
        Integer before = keys.putIfAbsent(outage.key(), probabilities.size());
        if (before == null) {
            probabilities.add(outage.probability());
        } else if (probabilities.get(before) != outage.probability()) {
            throw new IllegalArgumentException("an outage has two probabilities");
        }
    }

    /** Nothing where no probability is declared. */
    Optional<Odds> odds() {
        return odds;
    }

    /** Nothing where no probability is declared. */
    Optional<Expected> cost(String unit) {
        return Optional.ofNullable(costs.get(unit));
    }

    /** The weights of all states come to 1 but for rounding, which is divided out. */
    private Odds mixed(OddsNode root) {
        double success = 0;
        double sure = 0;
        double least = 0;
        double most = 0;
        double weights = 0;
        for (int state = 0; state < 1 << keys.size(); state++) {
            double weight = weight(state);
            if (weight > 0) {
                root.in(state);
                root.reached(weight, weight);
                weights += weight;
                success += weight * root.success();
                sure += weight * root.sure();
                least = Amounts.plus(least, weight * root.least());
                most = Amounts.plus(most, weight * root.most());
            }
        }
        root.addCosts(costs);
        double whole = weights;
        costs.replaceAll((unit, mean) -> new Expected(mean.least() / whole, mean.most() / whole));
        return new Odds(Math.min(1, success / whole), new Expected(least / whole, most / whole), Math.min(1, sure / whole));
    }

    private double weight(int state) {
        double weight = 1;
        for (int i = 0; i < probabilities.size(); i++) {
            weight *= (state >> i & 1) == 1 ? probabilities.get(i) : 1 - probabilities.get(i);
        }
        return weight;
    }
}
