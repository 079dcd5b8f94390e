// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.dispatch.Dispatch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many invocations at once over one file: each is dispatched as often as its own records say, and answered with its own answer. */
@Timeout(240)
final class CallersTest {
    private static final int CALLERS = 64;
    private static final int EACH = 4;

    @TempDir
    private Path directory;

    private final Map<InvocationId, Integer> calls = new ConcurrentHashMap<>();
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

    /** The first try is turned away, the second answers with the id. */
    private Answer answer(Dispatch dispatch) {
        calls.merge(dispatch.invocation(), 1, Integer::sum);
        threads.add(Thread.currentThread());
        return dispatch.ordinal() == 0 ? Answer.rejected() : Answer.completed("answer to " + dispatch.invocation());
    }

    private Invocation invocation(String id) {
        return Invocation.of(id)
                .request(id)
                .limit(Dimension.MAX_CALLS, 2)
                .backoff(Backoff.NONE)
                .provider("p", this::answer)
                .build();
    }

    private void check(List<RunOutcome> outcomes) {
        for (RunOutcome outcome : outcomes) {
            InvocationResult result = outcome.result();
            assertEquals(InvocationResult.Status.SETTLED, result.status(), result::toString);
            assertEquals("answer to " + result.invocation(), result.response().orElseThrow().utf8());
            assertEquals(2, calls.get(result.invocation()));
            assertEquals(2, result.totals().calls());
        }
        assertEquals(outcomes.size(), calls.size());
    }

    @Test
    void many_platform_threads_block_on_run_and_each_gets_its_own_answer() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
        try (Counterfoil runtime = Counterfoil.open(directory.resolve("j.db"))) {
            check(all(callers, runtime, CALLERS * EACH));
            assertEquals(List.of(), runtime.openInvocations());
        } finally {
            callers.shutdownNow();
        }
    }

    @Test
    void many_submitted_invocations_complete_their_futures() {
        try (Counterfoil runtime = Counterfoil.open(directory.resolve("j.db"))) {
            List<CompletableFuture<RunOutcome>> futures = IntStream.range(0, CALLERS)
                    .mapToObj(i -> runtime.submit(invocation("i" + i)))
                    .toList();
            check(futures.stream().map(CompletableFuture::join).toList());
        }
    }

    @Test
    void virtual_threads_run_and_are_dispatched_in_where_the_jdk_has_them() throws Exception {
        boolean expected = Runtime.version().feature() >= 21;
        ExecutorService callers = expected ? virtualThreads() : Executors.newCachedThreadPool();
        ExecutorService dispatchers = expected ? virtualThreads() : Executors.newCachedThreadPool();
        try (Counterfoil runtime = Counterfoil.settings().threads(dispatchers).open(directory.resolve("j.db"))) {
            check(all(callers, runtime, CALLERS));
        } finally {
            callers.shutdownNow();
        }
        assertTrue(dispatchers.isShutdown(), "the runtime shuts its threads down");
        for (Thread thread : threads) {
            assertEquals(expected, isVirtual(thread), thread.toString());
        }
    }

    private List<RunOutcome> all(ExecutorService callers, Counterfoil runtime, int number) throws Exception {
        List<Callable<RunOutcome>> tasks = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            Invocation invocation = invocation("i" + i);
            tasks.add(() -> runtime.run(invocation));
        }
        List<RunOutcome> outcomes = new ArrayList<>();
        for (Future<RunOutcome> future : callers.invokeAll(tasks)) {
            outcomes.add(future.get());
        }
        return outcomes;
    }

    /** By reflection, since the floor is Java 17. */
    private static ExecutorService virtualThreads() throws ReflectiveOperationException {
        return (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    }

    private static boolean isVirtual(Thread thread) throws ReflectiveOperationException {
        return Runtime.version().feature() >= 21
                && (boolean) Thread.class.getMethod("isVirtual").invoke(thread);
    }
}
