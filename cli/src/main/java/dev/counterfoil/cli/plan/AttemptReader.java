// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.plan;

import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.scheduler.plan.Outage;
import dev.counterfoil.scheduler.plan.Policy;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Reads what is declared of attempts. Confined: it remembers which outages were named. */
final class AttemptReader {
    private static final String PROBABILITY = "a number from 0 to 1";

    private final News news;
    private final Map<String, Double> outages = new HashMap<>();

    AttemptReader(News news) {
        this.news = news;
    }

    /** How many were named. */
    int outages() {
        return outages.size();
    }

    Policy attempt(JsonTree.Members node) {
        double duration = PlanValue.of(node, "duration").duration();
        PlanValue best = news.of(node, "best");
        double least = best.duration(0);
        if (least > duration) {
            throw best.refuse(PlanRefusal.INVALID_DURATION, "no longer than duration");
        }
        PlanValue failure = news.of(node, "failure");
        OptionalDouble chance = failure.isGiven()
                ? OptionalDouble.of(failure.within(0, 1, PlanRefusal.INVALID_FAILURE, PROBABILITY)) : OptionalDouble.empty();
        return new Policy.Attempt(duration, least, chance, outage(news.of(node, "outage")), cost(news.of(node, "cost")),
                PlanValue.of(node, "label").text());
    }

    private Optional<Outage> outage(PlanValue given) {
        if (!given.isGiven()) {
            return Optional.empty();
        }
        JsonTree.Members outage = given.object()
                .orElseThrow(() -> given.refuse(PlanRefusal.INVALID_OUTAGE, "an object with key and q"));
        PlanValue key = PlanValue.of(outage, "key");
        String name = key.text().orElseThrow(() -> key.refuse(PlanRefusal.INVALID_OUTAGE, "a name"));
        PlanValue q = PlanValue.of(outage, "q");
        double probability = q.within(0, 1, PlanRefusal.INVALID_OUTAGE, PROBABILITY);
        if (outages.computeIfAbsent(name, first -> probability) != probability) {
            throw q.refuse(PlanRefusal.INVALID_OUTAGE, "the same wherever the key is named");
        }
        if (outages.size() > Outage.MOST_KEYS) {
            throw key.refuse(PlanRefusal.INVALID_OUTAGE, "one of at most " + Outage.MOST_KEYS + " keys");
        }
        return Optional.of(new Outage(name, probability));
    }

    private static Map<String, Double> cost(PlanValue given) {
        if (!given.isGiven()) {
            return Map.of();
        }
        JsonTree.Members cost = given.object()
                .orElseThrow(() -> given.refuse(PlanRefusal.INVALID_COST, "an object of units with their amounts"));
        Map<String, Double> amounts = new LinkedHashMap<>();
        cost.members().keySet().forEach(unit ->
                amounts.put(unit, PlanValue.of(cost, unit).called("a cost").atLeast(0, PlanRefusal.INVALID_COST)));
        return amounts;
    }
}
