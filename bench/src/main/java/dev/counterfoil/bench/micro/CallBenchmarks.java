// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.bench.micro;

import dev.counterfoil.scheduler.runner.RunOutcome;
import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.RetryPolicy;
import io.github.resilience4j.retry.Retry;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * One call that succeeds at once, through a retry of each library; nothing of it reaches a disk. Confined.
 */
@State(Scope.Benchmark)
public class CallBenchmarks {
    private static final String RESPONSE = "{\"order\":4711}";

    private final Supplier<String> resilience4j = Retry.decorateSupplier(Retry.ofDefaults("bench"), () -> RESPONSE);
    private final FailsafeExecutor<String> failsafe = Failsafe.with(RetryPolicy.<String>ofDefaults());

    /** A journal in memory that is new for each iteration, since it grows. Confined. */
    @State(Scope.Benchmark)
    public static class Memory {
        private MemoryJournal journal = new MemoryJournal();

        /** A new journal. */
        @Setup(Level.Iteration)
        public void make() {
            journal.close();
            journal = new MemoryJournal();
        }

        /** Ends the runtime. */
        @TearDown(Level.Trial)
        public void end() {
            journal.close();
        }
    }

    /**
     * Resilience4j: a retry's decorator.
     *
     * @return the response
     */
    @Benchmark
    public String resilience4j() {
        return resilience4j.get();
    }

    /**
     * Failsafe: a retry policy's executor.
     *
     * @return the response
     */
    @Benchmark
    public String failsafe() {
        return failsafe.get(() -> RESPONSE);
    }

    /**
     * Counterfoil over a store in memory: four records encoded, chained and folded, and one hand-over to the thread of the call.
     *
     * @param memory the journal
     * @return the outcome
     */
    @Benchmark
    public RunOutcome counterfoilInMemory(Memory memory) {
        return memory.journal.run();
    }
}
