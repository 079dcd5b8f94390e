// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills.http;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * What one case runs and who is killed where, from its seed alone. Immutable.
 *
 * @param name a word for messages and files
 * @param seed of everything random in it
 * @param plans its invocations
 * @param kills in this order; those of the receiver alone may follow one another in one command
 */
record HttpKillCase(String name, long seed, List<Plan> plans, List<HttpKill> kills) {
    private static final int INVOCATIONS = 3;
    private static final int KILLS = 3;
    private static final List<Step> FIRST = Arrays.stream(Step.values()).filter(step -> !step.needsDoubt()).toList();

    HttpKillCase {
        plans = List.copyOf(plans);
        kills = List.copyOf(kills);
    }

    /** One invocation: its id, and what was agreed on. Immutable. */
    record Plan(String id, Way way) {}

    /** How many go at once: every other case all of them. */
    int parallel() {
        return Math.floorMod(seed, 2) == 0 ? 1 : plans.size();
    }

    /** The spec, one line an invocation. */
    String spec(String receiver) {
        return plans.stream().map(plan -> plan.way().spec(plan.id(), receiver)).collect(Collectors.joining());
    }

    List<String> ids() {
        return plans.stream().map(Plan::id).toList();
    }

    /** The case of a place in the sequence of a seed; steps and victims go round, so that each comes. */
    static HttpKillCase of(long seed, int place) {
        Random random = new Random(seed * 1_000_003 + place);
        int steps = Step.values().length;
        Step step = Step.values()[place % steps];
        Victim victim = Victim.values()[(place + place / steps) % Victim.values().length];
        List<Plan> plans = new ArrayList<>();
        for (int i = 0; i < INVOCATIONS; i++) {
            plans.add(new Plan("h" + place + "-" + i, way(i == 0 ? step : Step.AT_RANDOM, random)));
        }
        List<HttpKill> kills = new ArrayList<>();
        if (step.needsDoubt()) {
            kills.add(opening(step, random));
        }
        kills.add(kill(step, victim, random));
        for (int i = random.nextInt(3); i > 0 && kills.size() < KILLS; i--) {
            kills.add(kill(further(plans, random), random(Victim.values(), random), random));
        }
        return new HttpKillCase("http-" + place, random.nextLong(), plans, kills);
    }

    /** A step that one of them may still come to. */
    private static Step further(List<Plan> plans, Random random) {
        List<Step> steps = Arrays.stream(Step.values())
                .filter(step -> plans.stream().anyMatch(plan -> plan.way().mayComeTo(step) && !plan.way().isStrict())).toList();
        return steps.isEmpty() ? Step.INTENT_DURABLE : steps.get(random.nextInt(steps.size()));
    }

    /** One that comes to that step. */
    private static Way way(Step step, Random random) {
        List<Way> ways = Arrays.stream(Way.values()).filter(way -> way.mayComeTo(step)).toList();
        return ways.get(random.nextInt(ways.size()));
    }

    /** Leaves the first invocation in doubt; one that is to be closed did not reach the receiver. */
    private static HttpKill opening(Step next, Random random) {
        Victim victim = random.nextBoolean() ? Victim.SENDER : Victim.BOTH;
        if (next.method().equals("DELETE")) {
            return HttpKill.at(random.nextBoolean() ? Step.REQUEST_HELD : Step.MID_REQUEST, victim);
        }
        return kill(FIRST.get(1 + random.nextInt(FIRST.size() - 2)), victim, random);
    }

    private static HttpKill kill(Step step, Victim victim, Random random) {
        boolean goesOn = step == Step.REQUEST_HELD
                || victim == Victim.SENDER && (step == Step.MID_REQUEST || step == Step.REQUEST_READ);
        Aftermath aftermath = !goesOn ? Aftermath.CUT
                : victim.isSender() ? random(Aftermath.values(), random)
                : random.nextBoolean() ? Aftermath.CUT : Aftermath.CARRIED;
        return new HttpKill(step, victim, aftermath, random.nextBoolean(), random.nextInt(1_000), random.nextInt(400));
    }

    private static <T> T random(T[] values, Random random) {
        return values[random.nextInt(values.length)];
    }
}
