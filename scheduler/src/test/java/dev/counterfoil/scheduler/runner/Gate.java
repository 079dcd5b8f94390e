// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.dispatch.Cancellation;
import dev.counterfoil.scheduler.dispatch.Dispatch;
import dev.counterfoil.scheduler.dispatch.Dispatcher;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A provider that holds its first call until it is released, and counts what it is asked. */
final class Gate implements Dispatcher {
    private final Answer answer;
    private final CountDownLatch called = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger interrupts = new AtomicInteger();
    private final List<Cancellation.Cause> asked = new CopyOnWriteArrayList<>();
    private final boolean stubborn;

    private Gate(Answer answer, boolean stubborn) {
        this.answer = answer;
        this.stubborn = stubborn;
    }

    /** Ends at an interrupt. */
    static Gate answering(Answer answer) {
        return new Gate(answer, false);
    }

    /** Ends only when it is released. */
    static Gate stubborn(Answer answer) {
        return new Gate(answer, true);
    }

    @Override
    public Answer dispatch(Dispatch dispatch) throws InterruptedException {
        calls.incrementAndGet();
        dispatch.cancellation().onRequest(() -> asked.add(dispatch.cancellation().cause().orElseThrow()));
        called.countDown();
        while (true) {
            try {
                assertTrue(released.await(Caller.SECONDS, TimeUnit.SECONDS), "released");
                return answer;
            } catch (InterruptedException e) {
                interrupts.incrementAndGet();
                if (!stubborn) {
                    throw e;
                }
            }
        }
    }

    void awaitCall() throws InterruptedException {
        assertTrue(called.await(Caller.SECONDS, TimeUnit.SECONDS), "called");
    }

    void release() {
        released.countDown();
    }

    int calls() {
        return calls.get();
    }

    List<Cancellation.Cause> asked() {
        return List.copyOf(asked);
    }
}
