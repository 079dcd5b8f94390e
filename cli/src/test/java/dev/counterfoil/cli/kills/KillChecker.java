// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills;

import dev.counterfoil.cli.kills.CommandProcess.Ran;
import dev.counterfoil.journal.record.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Holds what was seen of a case against what was promised. It computes totals, doubts and endings a second time, from the dump lines, and
 * takes nothing from the command's own word but its stdout. It does not judge which lawful ending was reached. Pure; confined.
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
        seen.journal().damages().forEach(damage -> hold(false, "damaged", damage));
        acknowledged();
        attempts();
        seen.of().plans().forEach(this::invocation);
        Totals sum = Totals.of(seen.journal().lines());
        Totals replayed = Totals.told(seen.journal().totals());
        hold(sum.equals(replayed), "totals_differ", "replay: " + replayed + ", dump: " + sum);
        exit(seen.last(), "last");
        exit(seen.again(), "again");
        hold(seen.begun().equals(seen.begunAfter()), "replay_dispatched", seen.begunAfter().size() - seen.begun().size());
    }

    /** What was acknowledged is in the journal, with the digest that was told. */
    private void acknowledged() {
        Set<String> kept = new HashSet<>();
        seen.journal().lines().forEach(line -> kept.add(step(line)));
        List<Ran> runs = new ArrayList<>(seen.before());
        runs.add(seen.last());
        runs.add(seen.again());
        runs.forEach(run -> run.events().forEach(event -> hold(kept.contains(step(event)), "acknowledged_and_gone", event.json())));
    }

    private static String step(Line line) {
        return line.invocation() + " " + line.whole("sequence") + " " + line.text("digest");
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
        List<Line> records = seen.journal().of(plan.id());
        long effects = seen.effects().stream().filter(attempt -> attempt.startsWith(plan.id() + " ")).count();
        hold(plan.doubt() != KillCase.Doubt.STRICT || effects <= 1, "strict_and_repeated", plan.id() + " " + effects);
        Endings endings = Endings.of(records);
        endings.sentOverDoubt().ifPresent(ordinal -> hold(false, "sent_over_doubt", plan.id() + " " + ordinal));
        Optional<Line> last = result(seen.last(), plan.id());
        hold(last.isPresent(), "no_result", plan.id());
        last.ifPresent(result -> ending(plan, result, endings, effects, records));
    }

    private void ending(KillCase.Plan plan, Line result, Endings endings, long effects, List<Line> records) {
        String status = result.text("status").orElseThrow();
        hold(status.equals(endings.status()), "other_ending", plan.id() + ": told " + status + ", in the dump " + endings.status());
        hold(status.equals("uncertain") == endings.isDoubtOpen(), "doubt_misreported", plan.id() + " " + status);
        hold(Totals.told(result.object("totals").orElseThrow()).equals(Totals.of(records)), "totals_differ", plan.id());
        String business = result.text("business_state").orElseThrow();
        hold(!business.equals("confirmed") || effects > 0, "confirmed_without_effect", plan.id());
        hold(effects == 0 || !Set.of("not_applied", "not_attempted").contains(business), "effect_denied", plan.id() + " " + business);
        if (status.equals("settled")) {
            String response = ScriptedProvider.response(plan.id(), endings.lastOrdinal());
            hold(result.is("response", response), "other_response", plan.id());
        }
        Optional<Line> again = result(seen.again(), plan.id());
        hold(again.isPresent() && isSame(result, again.get()), "replay_differs", plan.id() + " " + again.map(Line::json));
        hold(status.equals("uncertain") || again.filter(line -> line.yes("replayed")).isPresent(), "not_replayed", plan.id());
        for (Ran run : seen.before()) {
            result(run, plan.id()).filter(earlier -> !earlier.is("status", "uncertain"))
                    .ifPresent(earlier -> hold(isSame(earlier, result), "told_otherwise", plan.id() + " " + earlier.json()));
        }
    }

    private static boolean isSame(Line one, Line other) {
        List<String> bound = List.of("status", "reason", "business_state", "response", "response_sha256", "provider");
        return bound.stream().allMatch(name -> one.text(name).equals(other.text(name)))
                && one.whole("attempts").equals(other.whole("attempts"))
                && Totals.told(one.object("totals").orElseThrow()).equals(Totals.told(other.object("totals").orElseThrow()));
    }

    private static Optional<Line> result(Ran run, String invocation) {
        return run.results().stream().filter(line -> line.invocation().equals(invocation)).findFirst();
    }

    /** Of many endings the exit is the highest. */
    private void exit(Ran run, String which) {
        int highest = run.results().stream().map(line -> line.text("status").orElseThrow())
                .mapToInt(status -> status.equals("settled") ? 0 : status.equals("stopped") ? 3 : 4).max().orElse(0);
        hold(run.exit() == highest, "other_exit", which + ": " + run.exit() + ", from its results " + highest);
    }
}
