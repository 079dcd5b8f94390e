// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * Probabilities and means. What fails together is taken together: every state of the declared outages is looked at and weighed by its
 * probability; in a state, attempts are independent. Confined.
 */
final class OddsCalculation {
    private final Measured root;
    private final Repetitions repetitions;
    private final Map<String, Double> outages = new LinkedHashMap<>();
    private boolean declared;

    OddsCalculation(Measured root, Repetitions repetitions) {
        this.root = root;
        this.repetitions = repetitions;
        collect(root);
        if (outages.size() > Outage.MOST_KEYS) {
            throw new IllegalArgumentException(outages.size() + " outages are named, at most " + Outage.MOST_KEYS + " may be");
        }
    }

    /** What happens in one state: how likely success is, and how much of what is counted is used. */
    private record Chance(double success, double least, double most) {
        double failure() {
            return 1 - success;
        }
    }

    /** Which runs count. */
    private enum Runs {
        DECLARED,
        SURE_TO_END
    }

    private void collect(Measured node) {
        if (node.policy() instanceof Policy.Attempt attempt) {
            declared |= attempt.failure().isPresent() || attempt.outage().isPresent();
            attempt.outage().ifPresent(outage -> {
                Double before = outages.putIfAbsent(outage.key(), outage.probability());
                if (before != null && before != outage.probability()) {
                    throw new IllegalArgumentException("an outage has two probabilities");
                }
            });
        }
        node.children().forEach(this::collect);
    }

    /** Nothing where no probability is declared. */
    Optional<Odds> odds() {
        if (!declared) {
            return Optional.empty();
        }
        Chance all = mixed(attempt -> 1, Runs.DECLARED);
        double sure = mixed(attempt -> 1, Runs.SURE_TO_END).success;
        return Optional.of(new Odds(all.success, new Expected(all.least, all.most), sure));
    }

    Optional<Expected> cost(String unit) {
        if (!declared) {
            return Optional.empty();
        }
        Chance cost = mixed(attempt -> attempt.cost().getOrDefault(unit, 0.0), Runs.DECLARED);
        return Optional.of(new Expected(cost.least, cost.most));
    }

    private Chance mixed(ToDoubleFunction<Policy.Attempt> counted, Runs runs) {
        List<Map.Entry<String, Double>> keys = new ArrayList<>(outages.entrySet());
        double success = 0;
        double least = 0;
        double most = 0;
        for (int state = 0; state < 1 << keys.size(); state++) {
            Set<String> out = new HashSet<>();
            double weight = 1;
            for (int i = 0; i < keys.size(); i++) {
                boolean isOut = (state >> i & 1) == 1;
                weight *= isOut ? keys.get(i).getValue() : 1 - keys.get(i).getValue();
                if (isOut) {
                    out.add(keys.get(i).getKey());
                }
            }
            if (weight > 0) {
                Chance chance = chance(root, out, counted, runs);
                success += weight * chance.success;
                least = Amounts.plus(least, weight * chance.least);
                most = Amounts.plus(most, weight * chance.most);
            }
        }
        return new Chance(success, least, most);
    }

    private Chance chance(Measured node, Set<String> out, ToDoubleFunction<Policy.Attempt> counted, Runs runs) {
        Policy policy = node.policy();
        if (policy instanceof Policy.Attempt attempt) {
            boolean fails = attempt.outage().filter(outage -> out.contains(outage.key())).isPresent()
                    || runs == Runs.SURE_TO_END && !repetitions.isSureToEnd(node);
            double used = counted.applyAsDouble(attempt);
            return new Chance(fails ? 0 : 1 - attempt.failure().orElse(0), used, used);
        }
        List<Chance> children = new ArrayList<>(node.children().size());
        for (Measured child : node.children()) {
            children.add(chance(child, out, counted, runs));
        }
        if (policy instanceof Policy.Series) {
            return oneAfterAnother(children);
        }
        if (policy instanceof Policy.Parallel) {
            double success = children.stream().mapToDouble(Chance::success).reduce(1, (a, b) -> a * b);
            return new Chance(success, children.stream().mapToDouble(Chance::least).reduce(0, Amounts::plus),
                    children.stream().mapToDouble(Chance::most).reduce(0, Amounts::plus));
        }
        if (policy instanceof Policy.Failover) {
            int tried = runs == Runs.DECLARED ? children.size() : repetitions.completeFit(node);
            return untilOneSucceeds(children.subList(0, tried));
        }
        if (policy instanceof Policy.Retry retry) {
            int tried = runs == Runs.DECLARED ? retry.terms().times() : repetitions.completeFit(node);
            return again(children.get(0), tried);
        }
        return policy instanceof Policy.Hedge hedge ? copied(children.get(0), hedge.max()) : children.get(0);
    }

    /** The next is reached where all before it succeeded. */
    private static Chance oneAfterAnother(List<Chance> children) {
        double reached = 1;
        double least = 0;
        double most = 0;
        for (Chance child : children) {
            least = Amounts.plus(least, reached * child.least);
            most = Amounts.plus(most, reached * child.most);
            reached *= child.success;
        }
        return new Chance(reached, least, most);
    }

    /** The next is reached where all before it failed. */
    private static Chance untilOneSucceeds(List<Chance> children) {
        double reached = 1;
        double least = 0;
        double most = 0;
        for (Chance child : children) {
            least = Amounts.plus(least, reached * child.least);
            most = Amounts.plus(most, reached * child.most);
            reached *= child.failure();
        }
        return new Chance(1 - reached, least, most);
    }

    private static Chance again(Chance child, int times) {
        double reached = 1;
        double runs = 0;
        for (int k = 0; k < times; k++) {
            runs += reached;
            reached *= child.failure();
        }
        return new Chance(1 - reached, Amounts.times(runs, child.least), Amounts.times(runs, child.most));
    }

    private static Chance copied(Chance child, double max) {
        double failure = child.failure() == 0 ? 0 : StrictMath.pow(child.failure(), max);
        return new Chance(1 - failure, child.least, Amounts.times(max, child.most));
    }
}
