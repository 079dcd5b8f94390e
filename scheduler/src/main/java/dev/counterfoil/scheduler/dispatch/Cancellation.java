// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.dispatch;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One attempt's wish to end, asked once at most. Thread-safe.
 */
public final class Cancellation {
    /** Why an attempt is asked to end. */
    public enum Cause {
        /** Its time, or the invocation's, is over. */
        TIMEOUT,
        /** The invocation was cancelled. */
        CANCELLED,
        /** The process is told to stop. */
        STOPPING
    }

    private static final System.Logger LOG = System.getLogger(Cancellation.class.getName());

    private final AtomicReference<Optional<Cause>> cause = new AtomicReference<>(Optional.empty());
    private final List<Once> listeners = new CopyOnWriteArrayList<>();

    /**
     * Whether it was asked.
     *
     * @return true from then on
     */
    public boolean isRequested() {
        return cause.get().isPresent();
    }

    /**
     * Why it was asked.
     *
     * @return empty while it was not
     */
    public Optional<Cause> cause() {
        return cause.get();
    }

    /**
     * Asks. Only the first call has an effect.
     *
     * @param why the reason
     */
    public void request(Cause why) {
        Optional<Cause> none = cause.get();
        if (none.isEmpty() && cause.compareAndSet(none, Optional.of(why))) {
            listeners.forEach(Once::run);
        }
    }

    /**
     * Runs something once when it is asked; at once where it was asked before. In the thread that asks, so it must be quick.
     * An exception of it is logged.
     *
     * @param action what to run
     */
    public void onRequest(Runnable action) {
        listen(action);
    }

    /**
     * The same for what may end before the attempt does, as an invocation that runs within it: nothing of it is kept then.
     *
     * @param action what to run
     * @return ends the listening
     */
    public Listening listen(Runnable action) {
        Once once = new Once(action);
        listeners.add(once);
        if (isRequested()) {
            once.run();
        }
        return () -> listeners.remove(once);
    }

    /** Somebody listens. Thread-safe. */
    @FunctionalInterface
    public interface Listening {
        /** Ends it: what was not run by now will not be. */
        void end();
    }

    private static final class Once {
        private final AtomicReference<Optional<Runnable>> action;

        private Once(Runnable action) {
            this.action = new AtomicReference<>(Optional.of(action));
        }

        private void run() {
            try {
                action.getAndSet(Optional.empty()).ifPresent(Runnable::run);
            } catch (RuntimeException e) {
                // The others are told all the same, and whoever asks goes on.
                LOG.log(System.Logger.Level.WARNING, "a listener of a cancellation threw {0}", e.getClass().getName());
            }
        }
    }
}
