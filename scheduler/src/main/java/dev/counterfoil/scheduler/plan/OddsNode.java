// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A node with its chances in one state of the outages after another; what holds no outage is computed once. Confined.
 */
final class OddsNode {
    private static final int NONE = -1;

    /** Up to so many runs are summed one by one, to the bits of the published sums; more by a formula, which is as exact. */
    private static final int SUMMED = 64;

    private final Policy policy;
    private final List<OddsNode> children = new ArrayList<>();
    private final int outage;
    private final double complete;
    private final boolean isSureToEnd;
    private boolean varies;
    private boolean costs;
    private boolean known;
    private double success;
    private double sure;
    private double least;
    private double most;
    private double meanLeast;
    private double meanMost;

    /**
     * A node, with all that is in it.
     *
     * @param keys the outages' numbers
     */
    OddsNode(Measured node, Repetitions repetitions, Map<String, Integer> keys) {
        this.policy = node.policy();
        this.complete = repetitions.completeFit(node);
        this.isSureToEnd = repetitions.isSureToEnd(node);
        Optional<Policy.Attempt> attempt = policy instanceof Policy.Attempt leaf ? Optional.of(leaf) : Optional.empty();
        this.outage = attempt.flatMap(Policy.Attempt::outage).map(named -> keys.getOrDefault(named.key(), NONE)).orElse(NONE);
        this.varies = outage != NONE;
        this.costs = attempt.filter(leaf -> !leaf.cost().isEmpty()).isPresent();
        for (Measured measured : node.children()) {
            OddsNode child = new OddsNode(measured, repetitions, keys);
            children.add(child);
            varies |= child.varies;
            costs |= child.costs;
        }
    }

    /** How likely it succeeds. */
    double success() {
        return success;
    }

    /** How likely it succeeds by attempts that are sure to end in time. */
    double sure() {
        return sure;
    }

    /** How many attempts it makes on average, where no copy of a hedge is needed. */
    double least() {
        return least;
    }

    /** How many attempts it makes on average, where all copies are made. */
    double most() {
        return most;
    }

    /**
     * Computes it for a state.
     *
     * @param out the outages that there are, a bit for each
     */
    void in(int out) {
        if (known && !varies) {
            return;
        }
        known = true;
        for (OddsNode child : children) {
            child.in(out);
        }
        if (policy instanceof Policy.Attempt attempt) {
            boolean fails = outage != NONE && (out >> outage & 1) == 1;
            success = fails ? 0 : 1 - attempt.failure().orElse(0);
            sure = isSureToEnd ? success : 0;
            least = 1;
            most = 1;
        } else if (policy instanceof Policy.Retry retry) {
            again(children.get(0), retry.terms().times());
        } else if (policy instanceof Policy.Hedge hedge) {
            copied(children.get(0), hedge.max());
        } else if (policy instanceof Policy.Failover) {
            untilOneSucceeds();
        } else if (policy instanceof Policy.Series) {
            oneAfterAnother();
        } else {
            allAtOnce();
        }
    }

    private void again(OddsNode child, int times) {
        success = anyOf(child.success, times);
        sure = anyOf(child.sure, complete);
        double runs = runs(child.success, times);
        least = Amounts.times(runs, child.least);
        most = Amounts.times(runs, child.most);
    }

    private void copied(OddsNode child, double max) {
        success = anyOf(child.success, max);
        sure = anyOf(child.sure, complete);
        least = child.least;
        most = Amounts.times(max, child.most);
    }

    /** The next is reached where all before it failed. */
    private void untilOneSucceeds() {
        double reached = 1;
        double reachedSure = 1;
        least = 0;
        most = 0;
        for (int i = 0; i < children.size(); i++) {
            OddsNode child = children.get(i);
            least = Amounts.plus(least, reached * child.least);
            most = Amounts.plus(most, reached * child.most);
            reached *= 1 - child.success;
            reachedSure *= i < complete ? 1 - child.sure : 1;
        }
        success = 1 - reached;
        sure = 1 - reachedSure;
    }

    /** The next is reached where all before it succeeded. */
    private void oneAfterAnother() {
        success = 1;
        sure = 1;
        least = 0;
        most = 0;
        for (OddsNode child : children) {
            least = Amounts.plus(least, success * child.least);
            most = Amounts.plus(most, success * child.most);
            success *= child.success;
            sure *= child.sure;
        }
    }

    private void allAtOnce() {
        success = 1;
        sure = 1;
        least = 0;
        most = 0;
        for (OddsNode child : children) {
            least = Amounts.plus(least, child.least);
            most = Amounts.plus(most, child.most);
            success *= child.success;
            sure *= child.sure;
        }
    }

    /** How likely one of so many succeeds. */
    private static double anyOf(double success, double times) {
        if (times > SUMMED) {
            return -StrictMath.expm1(times * StrictMath.log1p(-success));
        }
        double failed = 1;
        for (int k = 0; k < times; k++) {
            failed *= 1 - success;
        }
        return 1 - failed;
    }

    /** How many of so many are made on average, until one succeeds. */
    private static double runs(double success, int times) {
        if (times > SUMMED) {
            return success == 0 ? times : anyOf(success, times) / success;
        }
        double reached = 1;
        double runs = 0;
        for (int k = 0; k < times; k++) {
            runs += reached;
            reached *= 1 - success;
        }
        return runs;
    }

    /**
     * Adds to the means of what costs something in it how often it is tried in the state that was computed last.
     *
     * @param fewest how often this node is run on average, weighed by the state's probability, where no copy is needed
     * @param all the same where all copies are made
     */
    void reached(double fewest, double all) {
        if (!costs) {
            return;
        }
        double fewer = fewest;
        double more = all;
        if (policy instanceof Policy.Attempt) {
            meanLeast = Amounts.plus(meanLeast, fewest);
            meanMost = Amounts.plus(meanMost, all);
        } else if (policy instanceof Policy.Retry retry) {
            double runs = runs(children.get(0).success, retry.terms().times());
            fewer = Amounts.times(runs, fewest);
            more = Amounts.times(runs, all);
        } else if (policy instanceof Policy.Hedge hedge) {
            more = Amounts.times(hedge.max(), all);
        }
        double reached = 1;
        for (OddsNode child : children) {
            child.reached(reached * fewer, reached * more);
            if (policy instanceof Policy.Series) {
                reached *= child.success;
            } else if (policy instanceof Policy.Failover) {
                reached *= 1 - child.success;
            }
        }
    }

    /** Adds what its attempts cost on average, by unit. */
    void addCosts(Map<String, Expected> costsByUnit) {
        if (!costs) {
            return;
        }
        if (policy instanceof Policy.Attempt attempt) {
            attempt.cost().forEach((unit, amount) -> costsByUnit.merge(unit,
                    new Expected(Amounts.times(meanLeast, amount), Amounts.times(meanMost, amount)), Expected::plus));
        }
        children.forEach(child -> child.addCosts(costsByUnit));
    }
}
