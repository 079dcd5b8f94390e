// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.plan;

import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.scheduler.plan.CostBudget;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads what is known of budgets of costs. Pure; thread-safe. */
final class CostBudgetReader {
    private static final PlanRefusal INVALID = PlanRefusal.INVALID_COST_BUDGET;

    private CostBudgetReader() {}

    static List<CostBudget> budgets(PlanValue given) {
        if (!given.isGiven()) {
            return List.of();
        }
        JsonTree.Elements list = given.array().orElseThrow(() -> given.refuse(INVALID, "an array of snapshots"));
        List<CostBudget> budgets = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (JsonTree element : list.elements()) {
            CostBudget budget = budget(new PlanValue(Optional.of(element), element.place(), "it"));
            if (!seen.add(budget.unit())) {
                throw new PlanRefusedException(PlanRefusal.DUPLICATE_COST_BUDGET, element.place(), "its unit is listed before");
            }
            budgets.add(budget);
        }
        return budgets;
    }

    private static CostBudget budget(PlanValue given) {
        JsonTree.Members snapshot = given.object().orElseThrow(() -> given.refuse(INVALID, "an object with unit, spent and limit"));
        PlanValue unit = PlanValue.of(snapshot, "unit");
        String name = unit.text().orElseThrow(() -> unit.refuse(INVALID, "the name of a unit"));
        double limit = PlanValue.of(snapshot, "limit").atLeast(0, INVALID);
        PlanValue spent = PlanValue.of(snapshot, "spent");
        double used = spent.atLeast(0, INVALID);
        if (used > limit) {
            throw spent.refuse(INVALID, "no more than limit");
        }
        return new CostBudget(name, used, limit);
    }
}
