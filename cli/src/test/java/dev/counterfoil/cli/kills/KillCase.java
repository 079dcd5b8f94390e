// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What one case runs and where it is killed, from its seed alone. Immutable.
 *
 * @param name a word for messages and files
 * @param seed of everything random in it
 * @param plans its invocations
 * @param kills in this order, one a run
 */
record KillCase(String name, long seed, List<Plan> plans, List<Kill> kills) {
    private static final int INVOCATIONS = 4;
    /** A run that makes a journal and attempts all has about twice as many that change a file. */
    private static final int SYSTEM_CALLS = 120;
    private static final Behaviour[] ENDS = {Behaviour.OK, Behaviour.OK, Behaviour.SLOW, Behaviour.SLOW, Behaviour.REPORT, Behaviour.LOST,
        Behaviour.NOTHING, Behaviour.PERMANENT, Behaviour.HANG, Behaviour.SAFE};

    KillCase {
        plans = List.copyOf(plans);
        kills = List.copyOf(kills);
    }

    /** Whether a doubt may be sent again. Immutable. */
    enum Doubt {
        /** A person decides. */
        STRICT,
        /** The receiver does it once a key. */
        REDELIVER
    }

    /** One kill. The number says at which event of the kind, from 0, or at which system call, from 1; the time is for random ones. */
    record Kill(KillKind kind, KillKind.Reach reach, int number, long delayMillis) {}

    /** One invocation: what its provider does, ordinal by ordinal; the last one again and again. */
    record Plan(String id, Doubt doubt, List<Behaviour> behaviours) {
        Plan {
            behaviours = List.copyOf(behaviours);
        }

        boolean hangs() {
            return behaviours.contains(Behaviour.HANG);
        }

        Behaviour at(long ordinal) {
            return behaviours.get((int) Math.min(ordinal, behaviours.size() - 1));
        }
    }

    /** How many go at once: every other case all of them, so that their steps share commits. */
    int parallel() {
        return Math.floorMod(seed, 2) == 0 ? 1 : plans.size();
    }

    /** The case of a place in the sequence of a seed; kinds of kills go round, so that each comes. */
    static KillCase of(long seed, int place, int kills) {
        Random random = new Random(seed * 1_000_003 + place);
        List<Plan> plans = IntStream.range(0, INVOCATIONS).mapToObj(i -> plan("c" + place + "-" + i, random)).toList();
        List<KillKind> kinds = KillKind.used();
        List<Kill> planned = new ArrayList<>(IntStream.range(0, kills).map(i -> place * kills + i)
                .mapToObj(turn -> kill(kinds.get(turn % kinds.size()), turn / kinds.size(), random))
                .toList());
        Collections.shuffle(planned, random);
        return new KillCase("case-" + place, random.nextLong(), plans, planned);
    }

    private static Kill kill(KillKind kind, int round, Random random) {
        KillKind.Reach reach = KillKind.Reach.values()[round % 2];
        return switch (kind) {
            case AT_RANDOM_FROM_START -> new Kill(kind, reach, 0, random.nextInt(1_200));
            case AT_SYSTEM_CALL -> new Kill(kind, KillKind.Reach.GROUP, 1 + random.nextInt(SYSTEM_CALLS), 0);
            default -> new Kill(kind, reach, random.nextInt(4) / 3, random.nextInt(300));
        };
    }

    private static Plan plan(String id, Random random) {
        List<Behaviour> behaviours = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            behaviours.add(random.nextBoolean() ? Behaviour.SAFE : Behaviour.REJECT);
        }
        behaviours.add(ENDS[random.nextInt(ENDS.length)]);
        return new Plan(id, random.nextInt(4) == 0 ? Doubt.REDELIVER : Doubt.STRICT, behaviours);
    }

    /** The spec, one line an invocation. */
    String spec(Path directory, Path script) {
        return plans.stream().map(plan -> line(plan, directory, script)).collect(Collectors.joining());
    }

    private static String line(Plan plan, Path directory, Path script) {
        String words = plan.behaviours().stream().map(each -> ",\"" + each.word() + "\"").collect(Collectors.joining());
        String exec = "\"exec\":[\"sh\",\"" + script + "\",\"" + directory + "\"" + words + "],\"rejected_exit_codes\":[64],"
                + "\"retryable_exit_codes\":[75],\"permanent_exit_codes\":[77]";
        String contract = plan.doubt() == Doubt.STRICT
                ? "" : "\"operation\":{\"contract\":\"receiver_idempotent\",\"scope\":\"kills\",\"key\":\"" + plan.id() + "\"},";
        return "{\"id\":\"" + plan.id() + "\",\"request\":{\"of\":\"" + plan.id() + "\"}," + contract
                + "\"doubt\":\"" + (plan.doubt() == Doubt.STRICT ? "strict" : "redeliver") + "\","
                + "\"limits\":{\"max_calls\":5,\"max_retries\":3,\"max_failovers\":1,\"max_response_bytes\":4096},"
                + "\"quote\":{\"context_tokens\":7,\"output_tokens\":3,\"cost_micros\":1200},"
                + "\"backoff\":{\"kind\":\"fixed\",\"initial\":\"20ms\",\"jitter\":\"none\"},"
                + (plan.hangs() ? "\"attempt_timeout\":\"1s\"," : "")
                + "\"providers\":[{\"id\":\"first\",\"max_retries\":1," + exec + "},{\"id\":\"second\"," + exec + "}]}\n";
    }
}
