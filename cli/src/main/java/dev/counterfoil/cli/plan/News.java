// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.plan;

import dev.counterfoil.journal.canonical.JsonTree;
import java.util.Optional;

/**
 * Reads the members that the published planner does not know, and remembers whether there was one: then the plan is made by the extended
 * rules. Confined.
 */
final class News {
    private final Rules asked;
    private boolean found;

    News(Rules asked) {
        this.asked = asked;
    }

    /** The member; left out where null stands for it, or where only the published ones are to be read. */
    PlanValue of(JsonTree.Members object, String name) {
        PlanValue given = PlanValue.optional(object, name);
        if (asked == Rules.PUBLISHED) {
            return new PlanValue(Optional.empty(), given.place(), name);
        }
        found |= given.isGiven();
        return given;
    }

    /** The rules by which to plan. */
    Rules rules() {
        return asked == Rules.AS_WRITTEN && found ? Rules.EXTENDED : asked;
    }
}
