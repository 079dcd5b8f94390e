// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills.http;

import dev.counterfoil.cli.kills.Endings;
import dev.counterfoil.cli.kills.Line;
import dev.counterfoil.cli.kills.Promises;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Holds what was seen of a case over HTTP against what was promised: {@link Promises}, and what the wire and the receiver know. It does not
 * judge how long anything took, nor how many times a book was asked. Pure; confined.
 */
final class HttpChecker {
    private final HttpObservation seen;
    private final List<String> violations = new ArrayList<>();

    private HttpChecker(HttpObservation seen) {
        this.seen = seen;
    }

    /** Every violation, each beginning with the word for its rule. */
    static List<String> violations(HttpObservation seen) {
        HttpChecker checker = new HttpChecker(seen);
        checker.violations.addAll(new Promises(seen.before(), seen.last(), seen.again(), seen.journal()).broken(seen.of().ids()));
        checker.hold(seen.isAtRest(), "not_at_rest", seen.of().name());
        seen.of().plans().forEach(checker::invocation);
        return List.copyOf(checker.violations);
    }

    private void hold(boolean holds, String rule, Object where) {
        if (!holds) {
            violations.add(rule + ": " + where);
        }
    }

    private void invocation(HttpKillCase.Plan plan) {
        deliveries(plan);
        replay(plan);
        Ledger ledger = seen.ledgers().get(plan.id());
        hold(!plan.way().isKeyed() || ledger.effects() <= 1, "effect_twice", plan + " " + ledger);
        hold(!plan.way().isStrict() || ledger.effects() <= 1, "strict_and_repeated", plan + " " + ledger);
        seen.last().result(plan.id()).ifPresent(result -> ending(plan, result, ledger));
        boolean receiptSaysNo = records(plan).stream().anyMatch(line -> line.is("verdict", "not_applied") && line.is("ground", "receipt"));
        hold(!receiptSaysNo || ledger.isClosed(), "absence_not_closed", plan + " " + ledger);
    }

    private List<Line> records(HttpKillCase.Plan plan) {
        return seen.journal().of(plan.id());
    }

    /** Each delivery is of an intent, an intent in doubt is never delivered again under strict, and all have the same key and bytes. */
    private void deliveries(HttpKillCase.Plan plan) {
        List<Sent> deliveries = seen.deliveries(plan.id());
        long intents = records(plan).stream().filter(line -> line.is("record", "intent")).count();
        long unsent = records(plan).stream().filter(line -> line.is("class", "not_dispatched")).count();
        hold(deliveries.size() <= intents, "sent_without_intent", plan + " " + deliveries.size() + " of " + intents);
        hold(unsent == 0 || deliveries.size() <= intents - unsent, "dispatch_denied", plan + " " + deliveries.size() + " of " + intents);
        String key = plan.way().isKeyed() ? plan.id() : "";
        for (Sent delivery : deliveries) {
            boolean isSame = delivery.request().key().equals(key) && delivery.request().body().equals(deliveries.get(0).request().body());
            hold(isSame, "other_delivery", plan + " in command " + delivery.run());
            hold(!plan.way().isStrict() || !wasInDoubt(plan, delivery.run()), "doubt_sent_again", plan + " in command " + delivery.run());
        }
    }

    /** What is closed is replayed without asking anybody; about what is in doubt a book may be asked again. */
    private void replay(HttpKillCase.Plan plan) {
        boolean isInDoubt = seen.last().result(plan.id()).filter(result -> result.is("status", "uncertain")).isPresent();
        for (Sent more : seen.sentAfter().subList(seen.sent().size(), seen.sentAfter().size())) {
            String method = more.request().method();
            hold(!more.is(method, plan.id()) || isInDoubt && method.equals("GET"), "replay_sent", plan + " " + method);
        }
    }

    private boolean wasInDoubt(HttpKillCase.Plan plan, int beforeRun) {
        return seen.doubts().stream().limit(beforeRun).anyMatch(doubts -> doubts.contains(plan.id()));
    }

    private void ending(HttpKillCase.Plan plan, Line result, Ledger ledger) {
        String business = result.text("business_state").orElseThrow();
        hold(!business.equals("confirmed") || ledger.effects() == 1, "confirmed_without_effect", plan + " " + ledger);
        hold(ledger.effects() == 0 || !Set.of("not_applied", "not_attempted").contains(business), "effect_denied", plan + " " + business);
        if (result.is("status", "settled")) {
            String response = "{\"state\":\"completed\",\"effect_id\":" + ledger.effectId() + "}";
            hold(!plan.way().isKeyed() || result.is("response", response), "other_response", plan + " " + result.text("response"));
        }
        hold(!result.is("status", "uncertain") || mayStayInDoubt(plan.way(), result.number("attempts"), ledger), "left_in_doubt",
                plan + " " + result.json());
    }

    /** With a receiver that answers: strict always; else where the book has nothing and proves nothing, or no call was left. */
    private static boolean mayStayInDoubt(Way way, long attempts, Ledger ledger) {
        if (way.isStrict()) {
            return true;
        }
        if (way.isFinal() || way.isBooked() && ledger.effects() > 0) {
            return false;
        }
        return !way.isRedelivered() || attempts >= Way.CALLS;
    }

    /** Which invocations of a journal are in doubt. */
    static Set<String> doubts(HttpKillCase of, List<Line> lines) {
        return of.ids().stream()
                .filter(id -> Endings.of(lines.stream().filter(line -> line.invocation().equals(id)).toList()).isDoubtOpen())
                .collect(Collectors.toSet());
    }
}
