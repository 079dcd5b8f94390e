// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.cli.Inside;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The measuring told to end at any question, and the numbers that it makes of times. */
final class BenchTest {
    private static final int INVOCATIONS = 9;

    @TempDir
    private Path directory;

    /** Says yes so often. */
    private static final class Patience implements Watcher {
        private final AtomicInteger left;
        private final List<Integer> steps = new ArrayList<>();

        Patience(int questions) {
            left = new AtomicInteger(questions);
        }

        @Override
        public void begins(int done, int whole) {
            assertEquals(3 * Plan.SLICES + 1, whole);
            steps.add(done);
        }

        @Override
        public boolean goesOn() {
            return left.getAndDecrement() > 0;
        }
    }

    private Optional<Measurement> run(Watcher watcher, Path journal) {
        return Bench.run(new Plan(journal, 2, INVOCATIONS, Duration.ZERO), watcher);
    }

    @Test
    void told_to_end_at_any_question_it_leaves_nothing_or_a_whole_journal() throws IOException {
        int ended = 0;
        for (int questions = 0; ended == 0; questions += 3) {
            Path journal = directory.resolve("j" + questions);
            boolean whole = run(new Patience(questions), journal).isPresent();
            if (Files.exists(journal)) {
                assertEquals(0, Inside.run("verify", journal).status(), "after " + questions);
            }
            assertTrue(!whole || Files.exists(journal), "after " + questions);
            ended = whole ? questions : 0;
        }
        assertTrue(ended > 2 * INVOCATIONS, "it asked before each of the invocations: " + ended);
        try (Stream<Path> there = Files.list(directory)) {
            assertEquals(List.of(), there.filter(each -> !each.getFileName().toString().matches("j[0-9]+")).toList());
        }
    }

    @Test
    void it_says_every_step_once_in_order() {
        Patience patience = new Patience(Integer.MAX_VALUE);
        Measurement measured = run(patience, directory.resolve("j")).orElseThrow();
        assertEquals(IntStream.range(0, 3 * Plan.SLICES + 1).boxed().toList(), patience.steps);
        assertEquals(measured.pairsPerSecond() / measured.naivePairsPerSecond(), measured.ratioToNaive());
    }

    @Test
    void a_quantile_is_the_least_time_that_so_many_do_not_exceed() {
        long[] nanos = IntStream.rangeClosed(1, 200).mapToLong(each -> each * 1_000L).toArray();
        assertEquals(100, Rates.quantileMicros(nanos, 500));
        assertEquals(198, Rates.quantileMicros(nanos, 990));
        assertEquals(1, Rates.quantileMicros(new long[] {1}, 990));
        assertEquals(3, Rates.quantileMicros(new long[] {1_000, 2_001, 9_000}, 500));
    }

    @Test
    void the_middle_of_three_counts() {
        assertEquals(2, Rates.median(9, 1, 2));
        assertEquals(500, Rates.perSecond(50, 100_000_000));
    }

    @Test
    void slices_share_the_invocations_without_a_gap() {
        Plan plan = new Plan(directory, 1, 11, Duration.ZERO);
        assertEquals(List.of(0, 3, 7, 11), IntStream.rangeClosed(0, Plan.SLICES).map(plan::begin).boxed().toList());
        Plan most = new Plan(directory, 1, Plan.INVOCATIONS_AT_MOST, Duration.ZERO);
        assertEquals(Plan.INVOCATIONS_AT_MOST, most.begin(Plan.SLICES));
    }

    @Test
    void a_plan_out_of_bounds_cannot_be_made() {
        assertThrows(IllegalArgumentException.class, () -> new Plan(directory, 0, 9, Duration.ZERO));
        assertThrows(IllegalArgumentException.class, () -> new Plan(directory, 1, 2, Duration.ZERO));
        assertThrows(IllegalArgumentException.class, () -> new Plan(directory, 1, 9, Duration.ofMillis(-1)));
        assertThrows(IllegalArgumentException.class, () -> new Plan(directory, 1, 9, Plan.DELAY_AT_MOST.plusNanos(1)));
    }
}
