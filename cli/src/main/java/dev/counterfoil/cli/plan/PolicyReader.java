// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.plan;

import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.scheduler.plan.Outage;
import dev.counterfoil.scheduler.plan.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a tree of policies. What nobody asks about is ignored. The first fault is told: of each node its depth, shape and type, then its
 * members in a fixed order, children among them. Confined: it remembers whether a budget was named.
 */
final class PolicyReader {
    private static final String NODE = "a node, an object with a type";

    private final PlanValue now;
    private final News news;
    private final AttemptReader attempts;
    private boolean naming;
    private int nodes;

    /**
     * A reader of one request.
     *
     * @param now the clock for deadlines that carry none; looked at when one needs it
     * @param news which members beyond the published ones are read
     */
    PolicyReader(PlanValue now, News news) {
        this.now = now;
        this.news = news;
        this.attempts = new AttemptReader(news);
    }

    /** Whether some retry that was read names a budget. */
    boolean isNamingBudgets() {
        return naming;
    }

    /** The tree; refused where it is too large for the outages that it names. */
    Policy tree(PlanValue given) {
        Policy policy = node(given, 0);
        if (!Outage.isFeasible(attempts.outages(), nodes)) {
            throw given.refuse(PlanRefusal.INVALID_OUTAGE, "of fewer nodes or outages: " + nodes + " nodes are too many for "
                    + attempts.outages() + " outages, nodes times states are at most " + Outage.MOST_NODES_IN_STATES);
        }
        return policy;
    }

    private Policy node(PlanValue given, int depth) {
        nodes++;
        if (depth > Policy.DEPTH) {
            throw new PlanRefusedException(PlanRefusal.DEPTH_EXCEEDED, given.place(), "a node stands at most " + Policy.DEPTH
                    + " levels below the policy");
        }
        JsonTree.Members node = given.object().orElseThrow(() -> given.refuse(PlanRefusal.INVALID_POLICY, NODE));
        PlanValue type = PlanValue.of(node, "type");
        return switch (type.text().orElse("")) {
            case "attempt" -> attempts.attempt(node);
            case "series" -> new Policy.Series(children(node, depth));
            case "parallel" -> new Policy.Parallel(children(node, depth));
            case "retry" -> retry(node, depth);
            case "hedge" -> hedge(node, depth);
            case "timeout" -> timeout(node, depth);
            case "deadline" -> deadline(node, depth);
            case "failover" -> failover(node, type, depth);
            case "ratelimit" -> rateLimit(node, type, depth);
            default -> throw unknown(type);
        };
    }

    private static PlanRefusedException unknown(PlanValue type) {
        return type.refuse(PlanRefusal.UNKNOWN_TYPE,
                "attempt, series, parallel, retry, hedge, timeout or deadline, failover with policies, or ratelimit with perSecond");
    }

    /** The published planner knows no failover: what is called so is one from its children on. */
    private Policy failover(JsonTree.Members node, PlanValue type, int depth) {
        if (!news.of(node, "policies").isGiven()) {
            throw unknown(type);
        }
        List<Policy> children = children(node, depth);
        if (children.isEmpty()) {
            throw PlanValue.of(node, "policies").refuse(PlanRefusal.INVALID_POLICY, "an array of at least one node");
        }
        return new Policy.Failover(children);
    }

    private Policy rateLimit(JsonTree.Members node, PlanValue type, int depth) {
        PlanValue rate = news.of(node, "perSecond");
        if (!rate.isGiven()) {
            throw unknown(type);
        }
        Policy policy = node(PlanValue.of(node, "policy"), depth + 1);
        double perSecond = rate.within(Double.MIN_VALUE, Double.MAX_VALUE, PlanRefusal.INVALID_RATE, "a finite number above 0");
        double burst = PlanValue.of(node, "burst").atLeast(1, PlanRefusal.INVALID_RATE);
        PlanValue available = PlanValue.optional(node, "available");
        double there = available.isGiven()
                ? available.within(0, burst, PlanRefusal.INVALID_RATE, "a number from 0 to burst") : burst;
        return new Policy.RateLimit(perSecond, burst, there, policy);
    }

    private List<Policy> children(JsonTree.Members node, int depth) {
        PlanValue policies = PlanValue.of(node, "policies");
        JsonTree.Elements array = policies.array()
                .orElseThrow(() -> policies.refuse(PlanRefusal.INVALID_POLICY, "an array of nodes"));
        List<Policy> children = new ArrayList<>();
        for (JsonTree element : array.elements()) {
            children.add(node(new PlanValue(Optional.of(element), element.place(), "it"), depth + 1));
        }
        return children;
    }

    private Policy retry(JsonTree.Members node, int depth) {
        Policy attempt = node(PlanValue.of(node, "attempt"), depth + 1);
        Policy.Retry retry = new Policy.Retry(attempt, RetryReader.terms(PlanValue.of(node, "retry"), news));
        naming |= retry.terms().budget().isPresent();
        return retry;
    }

    private Policy hedge(JsonTree.Members node, int depth) {
        double max = PlanValue.of(node, "max")
                .whole(1, Double.MAX_VALUE, PlanRefusal.INVALID_HEDGE_MAX, "a whole number of at least 1, the first copy included");
        Policy attempt = node(PlanValue.of(node, "attempt"), depth + 1);
        return new Policy.Hedge(attempt, PlanValue.of(node, "after").duration(), max);
    }

    private Policy timeout(JsonTree.Members node, int depth) {
        Policy policy = node(PlanValue.of(node, "policy"), depth + 1);
        return new Policy.Timeout(PlanValue.of(node, "timeout").duration(), policy);
    }

    private Policy deadline(JsonTree.Members node, int depth) {
        Policy policy = node(PlanValue.of(node, "policy"), depth + 1);
        double at = PlanValue.of(node, "deadlineAt").finite(PlanRefusal.INVALID_DEADLINE);
        PlanValue own = PlanValue.optional(node, "now");
        return new Policy.Deadline(at, (own.isGiven() ? own : now).finite(PlanRefusal.INVALID_DEADLINE), policy);
    }
}
