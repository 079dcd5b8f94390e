// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.plan;

import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.scheduler.plan.RetryBudget;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads what is known of shared budgets, each for its shape, its numbers and whether it was listed before. Pure; thread-safe. */
final class BudgetReader {
    private static final PlanRefusal INVALID = PlanRefusal.INVALID_BUDGET_SNAPSHOT;
    private static final String NO_NAME = "no name";

    private BudgetReader() {}

    static List<RetryBudget> budgets(PlanValue given) {
        if (!given.isGiven()) {
            return List.of();
        }
        JsonTree.Elements list = given.array().orElseThrow(() -> given.refuse(INVALID, "an array of snapshots"));
        List<RetryBudget> budgets = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (JsonTree element : list.elements()) {
            RetryBudget budget = budget(new PlanValue(Optional.of(element), element.place(), "it"));
            if (!seen.add(budget.key())) {
                throw new PlanRefusedException(PlanRefusal.DUPLICATE_BUDGET_SNAPSHOT, element.place(), "its key is listed before");
            }
            budgets.add(budget);
        }
        return budgets;
    }

    private static RetryBudget budget(PlanValue given) {
        JsonTree.Members snapshot = given.object().orElseThrow(() -> given.refuse(INVALID, "an object with key and state"));
        PlanValue key = PlanValue.of(snapshot, "key");
        String name = key.text().orElseThrow(() -> key.refuse(INVALID, "the name of a budget"));
        PlanValue state = PlanValue.of(snapshot, "state");
        JsonTree.Members numbers = state.object().orElseThrow(() -> state.refuse(INVALID, "an object with spent and limit"));
        double limit = PlanValue.of(numbers, "limit").atLeast(0, INVALID);
        PlanValue spent = PlanValue.of(numbers, "spent");
        double used = spent.atLeast(0, INVALID);
        if (used > limit) {
            throw spent.refuse(INVALID, "no more than limit");
        }
        return new RetryBudget(name, used, limit, unit(PlanValue.optional(numbers, "unit")));
    }

    /** What is no text is no name of retries either. */
    private static Optional<String> unit(PlanValue given) {
        return given.isGiven() ? Optional.of(given.text().orElse(NO_NAME)) : Optional.empty();
    }
}
