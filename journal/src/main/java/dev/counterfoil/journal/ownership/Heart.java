// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.ownership;

import dev.counterfoil.journal.store.CheckpointStore;
import dev.counterfoil.journal.store.Owner;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Keeps one runtime known to be alive: registers it, beats every {@link Lease#BEAT} on a daemon thread, and says for how long it may act.
 * Thread-safe.
 *
 * <p>Its time is counted from the moment before a beat was asked for, not from its answer: whoever sees the beat sees it later. A runtime
 * whose beats failed for too long owns again with the next one that succeeds, if nobody took over: what was taken from it meanwhile has
 * another epoch, and every append says so. A runtime whose row is gone never owns again.
 */
public final class Heart implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Heart.class.getName());

    private final CheckpointStore store;
    private final Owner owner;
    private final LongSupplier nanoTicker;
    private final ScheduledExecutorService beats;
    private long lastBeatNanos;
    private long unbrokenSinceNanos;
    private boolean stopped;
    private boolean forgotten;

    private Heart(CheckpointStore store, Owner owner, LongSupplier nanoTicker) {
        this.store = store;
        this.owner = owner;
        this.nanoTicker = nanoTicker;
        lastBeatNanos = nanoTicker.getAsLong();
        unbrokenSinceNanos = lastBeatNanos;
        store.register(owner);
        beats = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread thread = new Thread(work, "counterfoil-heart");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Registers a runtime and lets it beat until this is closed.
     *
     * @param store where
     * @param owner the runtime
     * @return the heart
     * @throws dev.counterfoil.journal.store.StoreException where it cannot be registered
     */
    public static Heart beating(CheckpointStore store, Owner owner) {
        Heart heart = new Heart(store, owner, System::nanoTime);
        IdleRows idle = IdleRows.of(store);
        idle.look();
        Runnable beat = () -> {
            try {
                heart.beatNow();
                heart.lookUnlessOver(idle);
            } catch (OutOfMemoryError e) {
                // Not even room to tell it. What escapes would end the beats for good, and the next one may find more.
                Thread.onSpinWait();
            }
        };
        heart.beats.scheduleAtFixedRate(beat, Lease.BEAT.toNanos(), Lease.BEAT.toNanos(), TimeUnit.NANOSECONDS);
        return heart;
    }

    /**
     * Registers a runtime that beats only when {@link #beatNow} is called: for simulated time.
     *
     * @param store where
     * @param owner the runtime
     * @param nanoTicker a monotonic clock in nanoseconds of any origin
     * @return the heart
     * @throws dev.counterfoil.journal.store.StoreException where it cannot be registered
     */
    public static Heart still(CheckpointStore store, Owner owner, LongSupplier nanoTicker) {
        return new Heart(store, owner, nanoTicker);
    }

    /**
     * Whose heart.
     *
     * @return the runtime
     */
    public Owner owner() {
        return owner;
    }

    /** Beats once. A beat that fails is logged and left to the next one. */
    public void beatNow() {
        if (isOver()) {
            return;
        }
        long asked = nanoTicker.getAsLong();
        try {
            if (store.beat(owner.id()).isPresent()) {
                beaten(asked);
            } else if (forget()) {
                LOG.log(Level.WARNING, "this runtime is not known to its journal any more and stops owning");
            }
        } catch (RuntimeException | Error e) {
            // What escapes from here would end the beats for good.
            LOG.log(Level.WARNING, "a beat failed and is tried again: {0}", e.toString());
        }
    }

    private void lookUnlessOver(IdleRows idle) {
        if (isOver()) {
            return;
        }
        try {
            idle.look();
        } catch (RuntimeException | Error e) {
            LOG.log(Level.WARNING, "rows of other runtimes could not be looked at: {0}", e.toString());
        }
    }

    /** Beats at once where the last beat is too old for an intent to be dispatched, as after a pause of the machine. */
    public void freshen() {
        if (sinceLastBeat().compareTo(Lease.DISPATCH) > 0) {
            beatNow();
        }
    }

    /**
     * How old the last beat is.
     *
     * @return never negative
     */
    public synchronized Duration sinceLastBeat() {
        return Duration.ofNanos(Math.max(0, nanoTicker.getAsLong() - lastBeatNanos));
    }

    /**
     * Whether this runtime may still act as owner.
     *
     * @return false while its last beat is older than {@link Lease#SILENCE}, and for good where its row was found gone or this was closed
     */
    public synchronized boolean isOwning() {
        return !stopped && sinceLastBeat().compareTo(Lease.SILENCE) <= 0;
    }

    /**
     * A reading of the clock that this heart goes by.
     *
     * @return nanoseconds of any origin
     */
    public long nanos() {
        return nanoTicker.getAsLong();
    }

    /**
     * Whether something that was made durable by an append may still be acted upon: the last beat is at most {@link Lease#DISPATCH} old,
     * and from before the append until now no beat was so late that another runtime may have taken over between the two. After such a
     * silence the epoch guards what is appended, and nothing would guard the call.
     *
     * @param beforeAppendNanos {@link #nanos} from before the append
     * @return false where it may not
     */
    public synchronized boolean vouchesSince(long beforeAppendNanos) {
        return isOwning() && sinceLastBeat().compareTo(Lease.DISPATCH) <= 0 && beforeAppendNanos - unbrokenSinceNanos >= 0;
    }

    /**
     * Whether this runtime will never own again under this name: its row was found gone, or this was closed. One whose beats only fail
     * may own again with the next.
     *
     * @return true for good
     */
    public synchronized boolean isOver() {
        return stopped;
    }

    /**
     * Stops beating and forgets the runtime, which releases what it holds. Where its row was found gone, nothing is written: what still
     * names it can be taken by anyone at once, and till then an outcome of it may be appended.
     *
     * @throws dev.counterfoil.journal.store.StoreException where it cannot be written
     */
    @Override
    public void close() {
        beats.shutdownNow();
        if (stop()) {
            store.unregister(owner.id());
        }
    }

    private synchronized void beaten(long askedNanos) {
        if (sinceLastBeat().compareTo(Lease.SILENCE) > 0) {
            unbrokenSinceNanos = nanoTicker.getAsLong();
        }
        if (askedNanos - lastBeatNanos > 0) {
            lastBeatNanos = askedNanos;
        }
    }

    /** Whether this call found it forgotten. */
    private synchronized boolean forget() {
        boolean first = !stopped;
        stopped = true;
        forgotten = true;
        return first;
    }

    /** Whether its row may still be there. */
    private synchronized boolean stop() {
        stopped = true;
        return !forgotten;
    }
}
