// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.store.AppendResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Callers deep in a recursion, at each depth at which their stack may run out, beside others who append. */
@Tag("once")
@Timeout(120)
final class StackRoomTest {
    private static final int STACK = 256 << 10;
    private static final int NEIGHBOURS = 3;
    private static final int WARMING = 200;

    /** The stretch before the overflow in which an append begins and might not come to its end. */
    private static final int STRETCH = 1_500;
    private static final int STEP = 4;

    @TempDir
    private Path directory;

    private static <T> T dig(int left, Supplier<T> work) {
        return left == 0 ? work.get() : dig(left - 1, work);
    }

    private static int deepest(int from) {
        int reached = from;
        try {
            while (true) {
                dig(reached, () -> true);
                reached++;
            }
        } catch (StackOverflowError e) {
            return reached;
        }
    }

    /** Runs in a thread with a small stack. */
    private static <T> T small(Supplier<T> work) throws InterruptedException {
        AtomicReference<Supplier<T>> outcome = new AtomicReference<>(() -> {
            throw new IllegalStateException("ended without an answer");
        });
        Thread thread = new Thread(null, () -> {
            try {
                T result = work.get();
                outcome.set(() -> result);
            } catch (RuntimeException | Error e) {
                outcome.set(() -> {
                    throw e;
                });
            }
        }, "small", STACK);
        thread.start();
        thread.join();
        return outcome.get().get();
    }

    private static boolean overflows(Supplier<AppendResult> append) throws InterruptedException {
        try {
            assertTrue(small(append) instanceof AppendResult.Appended);
            return false;
        } catch (StackOverflowError e) {
            return true;
        }
    }

    @Test
    void a_caller_whose_stack_runs_out_is_alone_with_it_and_nothing_of_it_is_written() throws Exception {
        int deepest = 0;
        for (int i = 0; i < WARMING; i++) {
            int from = Math.max(0, deepest - 1);
            deepest = small(() -> deepest(from));
        }
        AtomicBoolean over = new AtomicBoolean();
        List<Throwable> failed = new ArrayList<>();
        int overflowed = 0;
        int appended = 0;
        try (SqliteCheckpointStore store = Journals.store(directory.resolve("j.db"))) {
            List<Thread> neighbours = new ArrayList<>();
            for (int n = 0; n < NEIGHBOURS; n++) {
                int neighbour = n;
                Thread thread = new Thread(() -> {
                    for (int i = 0; !over.get(); i++) {
                        assertTrue(store.append(Journals.append("n" + neighbour + "-" + i, 0)) instanceof AppendResult.Appended);
                    }
                });
                thread.setUncaughtExceptionHandler((where, e) -> {
                    synchronized (failed) {
                        failed.add(e);
                    }
                });
                thread.start();
                neighbours.add(thread);
            }
            for (int depth = deepest - STRETCH; depth <= deepest; depth += STEP) {
                int frames = depth;
                boolean full = overflows(() -> dig(frames, () -> store.append(Journals.append("d" + frames, 0))));
                overflowed += full ? 1 : 0;
                appended += full ? 0 : 1;
                assertEquals(full, store.read(Journals.id("d" + frames)).isEmpty(), "written at " + frames);
            }
            over.set(true);
            for (Thread each : neighbours) {
                each.join();
            }
            assertEquals(List.of(), failed);
            assertEquals(List.of(), store.checkAnchor());
        }
        assertNotEquals(0, overflowed, "no stack was short");
        assertNotEquals(0, appended, "every stack was short");
    }
}
