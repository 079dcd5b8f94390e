// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills;

import dev.counterfoil.journal.record.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Holds what was seen of a case against what was promised: {@link Promises}, and what the provider's own book says of attempts and
 * effects. Pure; confined.
 */
final class KillChecker {
    private static final Set<String> WITHOUT_EFFECT =
            Set.of("not_dispatched", "rejected_before_processing", "provider_reported_retryable", "rejected_permanently");

    private final Observation seen;
    private final List<String> violations = new ArrayList<>();

    private KillChecker(Observation seen) {
        this.seen = seen;
    }

    /** Every violation, each beginning with the word for its rule. */
    static List<String> violations(Observation seen) {
        KillChecker checker = new KillChecker(seen);
        checker.check();
        return List.copyOf(checker.violations);
    }

    private void hold(boolean holds, String rule, Object where) {
        if (!holds) {
            violations.add(rule + ": " + where);
        }
    }

    private void check() {
        List<String> ids = seen.of().plans().stream().map(KillCase.Plan::id).toList();
        violations.addAll(new Promises(seen.before(), seen.last(), seen.again(), seen.journal()).broken(ids));
        attempts();
        seen.of().plans().forEach(this::invocation);
        hold(seen.begun().equals(seen.begunAfter()), "replay_dispatched", seen.begunAfter().size() - seen.begun().size());
    }

    private void attempts() {
        Set<String> intents = new HashSet<>();
        seen.journal().lines().stream().filter(line -> line.is("record", "intent")).forEach(line -> intents.add(attempt(line)));
        once(seen.begunAfter(), "begun_twice");
        once(seen.effects(), "effect_twice");
        seen.begunAfter().forEach(attempt -> hold(intents.contains(attempt), "begun_without_intent", attempt));
        seen.effects().forEach(attempt -> hold(intents.contains(attempt), "effect_without_intent", attempt));
        seen.journal().lines().stream().filter(line -> line.is("record", "outcome")).forEach(this::outcome);
    }

    private static String attempt(Line line) {
        return line.invocation() + " " + line.number("ordinal");
    }

    private void once(List<String> attempts, String rule) {
        Set<String> met = new HashSet<>();
        attempts.forEach(attempt -> hold(met.add(attempt), rule, attempt));
    }

    /** What the journal says of an attempt is what happened. */
    private void outcome(Line outcome) {
        String attempt = attempt(outcome);
        String outcomeClass = outcome.text("class").orElseThrow();
        if (outcomeClass.equals("completed_with_response")) {
            hold(seen.effects().contains(attempt), "completed_without_effect", attempt);
            String response = ScriptedProvider.response(outcome.invocation(), outcome.number("ordinal"));
            String digest = Sha256.of(response.getBytes(StandardCharsets.UTF_8)).hex();
            hold(outcome.is("response_sha256", digest), "other_response", attempt);
        }
        if (WITHOUT_EFFECT.contains(outcomeClass)) {
            hold(!seen.effects().contains(attempt), "effect_denied", attempt);
        }
        if (outcomeClass.equals("not_dispatched")) {
            hold(!seen.begunAfter().contains(attempt), "dispatch_denied", attempt);
        }
    }

    private void invocation(KillCase.Plan plan) {
        long effects = seen.effects().stream().filter(attempt -> attempt.startsWith(plan.id() + " ")).count();
        hold(plan.doubt() != KillCase.Doubt.STRICT || effects <= 1, "strict_and_repeated", plan.id() + " " + effects);
        seen.last().result(plan.id()).ifPresent(result -> ending(plan, result, effects));
    }

    private void ending(KillCase.Plan plan, Line result, long effects) {
        String business = result.text("business_state").orElseThrow();
        hold(!business.equals("confirmed") || effects > 0, "confirmed_without_effect", plan.id());
        hold(effects == 0 || !Set.of("not_applied", "not_attempted").contains(business), "effect_denied", plan.id() + " " + business);
        if (result.is("status", "settled")) {
            String response = ScriptedProvider.response(plan.id(), Endings.of(seen.journal().of(plan.id())).lastOrdinal());
            hold(result.is("response", response), "other_response", plan.id());
        }
    }
}
