// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.plan;

import dev.counterfoil.journal.canonical.JsonFault;
import dev.counterfoil.journal.canonical.JsonPlace;
import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.journal.canonical.StrictJson;
import dev.counterfoil.journal.canonical.StrictJsonException;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Coded;
import dev.counterfoil.scheduler.plan.CostBudget;
import dev.counterfoil.scheduler.plan.Planner;
import dev.counterfoil.scheduler.plan.Policy;
import dev.counterfoil.scheduler.plan.RetryBudget;
import dev.counterfoil.scheduler.plan.Surroundings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What is asked of the planner. Immutable.
 *
 * @param policy the tree
 * @param around what is known around it; nothing is read of budgets that could not matter
 * @param rules by which rules it is planned
 * @param root what the policy is called where its nodes are named
 */
public record PlanRequest(Policy policy, Surroundings around, Rules rules, String root) {
    private static final String ALONE = "$";

    /** Most warnings of one answer; by the published rules each wait that code decides has one of its own. */
    private static final int MOST_WARNINGS = 1 << 18;

    /**
     * Reads a request, {@code {"policy": …, "options": …}}.
     *
     * @param utf8 the bytes
     * @param firstLine the line on which they begin
     * @param wallMillis what the wall clock shows, for deadlines where neither they nor the options say what time it is
     * @return the request
     * @throws PlanRefusedException where it breaks a rule
     */
    public static PlanRequest read(byte[] utf8, int firstLine, long wallMillis) {
        return read(json(utf8, firstLine), wallMillis);
    }

    /**
     * Reads a request, or a policy alone: an object with a type is one.
     *
     * @param utf8 the bytes
     * @param wallMillis what the wall clock shows
     * @return the request
     * @throws PlanRefusedException where it breaks a rule
     */
    public static PlanRequest readAlone(byte[] utf8, long wallMillis) {
        JsonTree tree = json(utf8, 1);
        if (tree instanceof JsonTree.Members policy && policy.member("type").isPresent()) {
            return read(new PlanValue(Optional.of(tree), tree.place(), "it"), nothing(policy), wallMillis, ALONE);
        }
        return read(tree, wallMillis);
    }

    private static PlanRequest read(JsonTree tree, long wallMillis) {
        if (!(tree instanceof JsonTree.Members request)) {
            throw new PlanRefusedException(PlanRefusal.MALFORMED_REQUEST, tree.place(), "must be an object with policy and options");
        }
        PlanValue given = PlanValue.optional(request, "options");
        if (given.isGiven() && given.object().isEmpty()) {
            throw given.refuse(PlanRefusal.MALFORMED_REQUEST, "an object");
        }
        return read(PlanValue.of(request, "policy"), given.object().orElse(nothing(request)), wallMillis, PlanAnswer.POLICY);
    }

    private static JsonTree.Members nothing(JsonTree.Members at) {
        return new JsonTree.Members(at.place(), Map.of());
    }

    private static PlanRequest read(PlanValue tree, JsonTree.Members options, long wallMillis, String root) {
        News news = new News(rules(PlanValue.optional(options, "rules")));
        PlanValue now = PlanValue.optional(options, "now");
        PolicyReader reader = new PolicyReader(now.isGiven() ? now : wall(wallMillis), news);
        Policy policy = reader.tree(tree);
        List<RetryBudget> budgets =
                reader.isNamingBudgets() ? BudgetReader.budgets(PlanValue.optional(options, "retryBudgets")) : List.of();
        List<CostBudget> costs = CostBudgetReader.budgets(news.of(options, "costBudgets"));
        PlanValue most = news.of(options, "maxAmplification");
        OptionalDouble limit = most.isGiven()
                ? OptionalDouble.of(most.atLeast(1, PlanRefusal.INVALID_AMPLIFICATION)) : OptionalDouble.empty();
        return new PlanRequest(policy, new Surroundings(budgets, costs, limit), news.rules(), root);
    }

    private static Rules rules(PlanValue given) {
        if (!given.isGiven()) {
            return Rules.AS_WRITTEN;
        }
        return given.text().flatMap(word -> Coded.find(Rules.class, word)).filter(rules -> rules != Rules.AS_WRITTEN)
                .orElseThrow(() -> given.refuse(PlanRefusal.MALFORMED_REQUEST, "published or extended"));
    }

    private static PlanValue wall(long millis) {
        JsonPlace place = JsonPlace.named("clock", 1);
        return new PlanValue(Optional.of(new JsonTree.Numeral(place, Long.toString(millis))), place, "now");
    }

    private static JsonTree json(byte[] utf8, int firstLine) {
        try {
            return StrictJson.read(utf8, Bounds.SPEC_LINE_BYTES, firstLine, StrictJson.DEEPEST);
        } catch (StrictJsonException broken) {
            PlanRefusal refusal = broken.fault() == JsonFault.TOO_DEEP ? PlanRefusal.DEPTH_EXCEEDED : PlanRefusal.MALFORMED_REQUEST;
            String hint = broken.fault() == JsonFault.TRAILING_CONTENT ? "; one request a line is read with --lines" : "";
            throw new PlanRefusedException(refusal, broken.place(), "strict JSON is wanted (" + broken.fault().code() + ")" + hint);
        }
    }

    /**
     * Answers it by itself: by the extended rules where it does not ask for the published ones.
     *
     * @return the answer
     */
    public PlanAnswer alone() {
        return rules == Rules.PUBLISHED ? published() : extended();
    }

    /**
     * Answers it as JSON, as one of many: by the extended rules where it asks for them, or has a member that only they know.
     *
     * @return one line, without its end
     * @throws PlanRefusedException where that line would be too long
     */
    public String answer() {
        return line(rules == Rules.EXTENDED ? extended() : published());
    }

    /**
     * An answer as JSON.
     *
     * @param answer the answer
     * @return one line, without its end
     * @throws PlanRefusedException where that line would be too long
     */
    public static String line(PlanAnswer answer) {
        long warnings = answer.warnings();
        if (warnings > MOST_WARNINGS) {
            throw new PlanRefusedException(PlanRefusal.TOO_MANY_WARNINGS, JsonPlace.root(1), "its plan has " + warnings
                    + " warnings, at most " + MOST_WARNINGS + " are told as JSON; waits that code decides have one each");
        }
        return answer.line();
    }

    private PlanAnswer published() {
        return new PlanAnswer(Planner.plan(policy, around.retryBudgets()), Optional.empty(), root);
    }

    private PlanAnswer extended() {
        return PlanAnswer.of(Planner.analyse(policy, around), root);
    }
}
