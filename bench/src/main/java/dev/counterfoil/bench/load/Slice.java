// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.bench.load;

import dev.counterfoil.bench.peer.Peer;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;

/**
 * What a peer did in a short time. Immutable.
 *
 * @param perSecond invocations in a second, all callers together
 * @param processorMicros processor time of an invocation, of this process and of a server of the peer's, in microseconds
 * @param p50Micros half of the invocations took no longer
 * @param p99Micros 99 of 100 took no longer
 */
public record Slice(double perSecond, double processorMicros, double p50Micros, double p99Micros) {
    private static final double NANOS_IN_A_SECOND = 1e9;
    private static final double NANOS_IN_A_MICRO = 1e3;

    /**
     * Until when callers begin another invocation: until the time is over and the least number was begun, or the greatest was. Immutable.
     *
     * @param nanos the time, in nanoseconds
     * @param least the least number
     * @param most the greatest number
     */
    public record Length(long nanos, long least, long most) {
        /**
         * So many, whatever the time.
         *
         * @param count the number
         * @return the length
         */
        public static Length of(long count) {
            return new Length(0, count, count);
        }
    }

    /**
     * Runs a peer.
     *
     * @param peer who
     * @param callers threads at once
     * @param numbers gives each invocation its own
     * @param length how long
     * @return what it did
     * @throws Exception what a caller met
     */
    public static Slice of(Peer peer, int callers, AtomicLong numbers, Length length) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(callers);
        try {
            CountDownLatch ready = new CountDownLatch(callers);
            CountDownLatch go = new CountDownLatch(1);
            AtomicLong begun = new AtomicLong();
            List<Future<LongStream>> all = new ArrayList<>();
            long[] start = new long[1];
            for (int i = 0; i < callers; i++) {
                all.add(threads.submit(() -> {
                    ready.countDown();
                    go.await();
                    return calls(peer, numbers, begun, length, start[0]);
                }));
            }
            ready.await();
            long processor = processorNanos() + peer.serverNanos();
            start[0] = System.nanoTime();
            go.countDown();
            List<LongStream> called = called(all);
            double elapsed = System.nanoTime() - start[0];
            double used = processorNanos() + peer.serverNanos() - processor;
            long[] times = called.stream().flatMapToLong(each -> each).sorted().toArray();
            return new Slice(times.length / elapsed * NANOS_IN_A_SECOND, used / times.length / NANOS_IN_A_MICRO,
                    times[times.length / 2] / NANOS_IN_A_MICRO, times[(int) (times.length * 99L / 100)] / NANOS_IN_A_MICRO);
        } finally {
            threads.shutdownNow();
        }
    }

    private static LongStream calls(Peer peer, AtomicLong numbers, AtomicLong begun, Length length, long start) throws Exception {
        LongStream.Builder times = LongStream.builder();
        for (long nth = begun.getAndIncrement(); nth < length.most(); nth = begun.getAndIncrement()) {
            long before = System.nanoTime();
            if (nth >= length.least() && before - start > length.nanos()) {
                break;
            }
            peer.run(numbers.getAndIncrement());
            times.add(System.nanoTime() - before);
        }
        return times.build();
    }

    private static List<LongStream> called(List<Future<LongStream>> all) throws Exception {
        List<LongStream> called = new ArrayList<>();
        for (Future<LongStream> each : all) {
            try {
                called.add(each.get());
            } catch (ExecutionException failed) {
                throw failed.getCause() instanceof Exception known ? known : failed;
            }
        }
        return called;
    }

    /** Of all threads of this process, what the JVM does for itself included. */
    static long processorNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }
}
