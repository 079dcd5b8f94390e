// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.IntStream;

/** Generated policies: whole milliseconds and quarters, so that every sum is exact in whatever order it is made. */
record Trees(Random random, Kind kind) {
    /** What stands in a tree beside what stands in all of them. */
    enum Kind {
        /** Timeouts, deadlines and attempts with a time of their own. */
        LIMITED,
        /** Rate limits, and no time. */
        RATED,
        /** Deadlines, and no other time. */
        WITH_DEADLINES
    }

    Policy node(int depth) {
        return switch (depth == 0 ? 0 : random.nextInt(kind == Kind.RATED ? 13 : 9)) {
            case 1, 2 -> new Policy.Series(children(depth));
            case 3 -> new Policy.Parallel(children(depth));
            case 4, 5 -> new Policy.Retry(node(depth - 1), terms());
            case 6 -> new Policy.Hedge(node(depth - 1), random.nextInt(50), 1 + random.nextInt(3));
            case 7 -> kind == Kind.RATED ? attempt() : limited(depth);
            case 8 -> failover(depth);
            case 0 -> attempt();
            default -> rated(depth);
        };
    }

    private Policy attempt() {
        double duration = random.nextInt(400) / 4.0;
        double best = random.nextInt(3) == 0 ? Math.floor(duration / 2) : 0;
        return new Policy.Attempt(duration, best, OptionalDouble.empty(), Optional.empty(), Map.of(), Optional.empty());
    }

    private Policy failover(int depth) {
        List<Policy> children = children(depth);
        return children.isEmpty() ? attempt() : new Policy.Failover(children);
    }

    private Policy rated(int depth) {
        int burst = 1 + random.nextInt(4);
        return new Policy.RateLimit(1 + random.nextInt(40), burst, random.nextInt(burst + 1), node(depth - 1));
    }

    private Policy limited(int depth) {
        double limit = random.nextInt(2_000);
        Policy child = node(depth - 1);
        return random.nextBoolean() && kind == Kind.LIMITED
                ? new Policy.Timeout(limit, child) : new Policy.Deadline(7_000 + limit, 7_000, child);
    }

    private List<Policy> children(int depth) {
        return new ArrayList<>(IntStream.range(0, random.nextInt(4)).mapToObj(i -> node(depth - 1)).toList());
    }

    private RetryTerms terms() {
        Growth growth = Growth.values()[random.nextInt(Growth.values().length)];
        Optional<String> budget = random.nextBoolean() ? Optional.of("budget-" + random.nextInt(2)) : Optional.empty();
        OptionalDouble time = kind == Kind.LIMITED && random.nextInt(3) == 0
                ? OptionalDouble.of(random.nextInt(300)) : OptionalDouble.empty();
        double hint = random.nextInt(3) == 0 ? random.nextInt(300) : 0;
        return new RetryTerms(1 + random.nextInt(4), growth, random.nextInt(100), random.nextInt(200), random.nextBoolean(),
                1 + random.nextInt(3), budget, time, hint, Spread.EQUAL);
    }
}
