// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.budget;

import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.scheduler.plan.RetryBudget;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A named budget of retries that several invocations share, side by side or one inside another: whoever is given the same object pays from
 * it. A first attempt is free, also a failover's, which is the first at its provider; a retry and a redelivery take one unit each, before
 * their intents are written. Thread-safe.
 *
 * <p>A unit is <em>held</em> while its intent is being committed. It is spent where the intent is there or may be there, and given back
 * where there certainly is none; spent units never come back. Whoever asks while all that is left is held waits for those commits, so that
 * nobody is refused for a unit that is given back. A listener of a journal, which is called within a commit, must therefore not wait for an
 * invocation that pays from here.
 *
 * <p>It lives as long as the object and is not recorded: what a process before spent of its own budget does not count in this one. What an
 * invocation may do over all processes is limited by its own {@code max_retries}.
 */
public final class SharedRetries {
    private final String name;
    private final long limit;
    private final Lock lock = new ReentrantLock();
    private final Condition settled = lock.newCondition();
    private long spent;
    private long held;

    private SharedRetries(String name, long limit) {
        this.name = Bounds.name("retry budget", name);
        this.limit = limit;
    }

    /**
     * A budget of which nothing is spent.
     *
     * @param name what it is called
     * @param limit how many retries it pays for
     * @return the budget
     * @throws IllegalArgumentException where the name is not a name, or the limit is negative or beyond the canonical integers
     */
    public static SharedRetries of(String name, long limit) {
        Bounds.amount("a budget of retries", limit);
        return new SharedRetries(name, limit);
    }

    /**
     * What it is called.
     *
     * @return the name
     */
    public String name() {
        return name;
    }

    /**
     * What is known of it now, as the planner takes it. A held unit is not spent.
     *
     * @return name, spent units and limit
     */
    public RetryBudget snapshot() {
        return new RetryBudget(name, limit - left(), limit);
    }

    /**
     * How many units are not spent. It never grows.
     *
     * @return held ones included
     */
    public long left() {
        lock.lock();
        try {
            return limit - spent;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes a unit for one intent. Waits while others hold all that is left, as long as their commits take, and deaf to interrupts as a
     * commit is.
     *
     * @return a unit to be settled; empty where all are spent, for good
     */
    public Optional<Unit> take() {
        lock.lock();
        try {
            while (spent < limit && spent + held == limit) {
                settled.awaitUninterruptibly();
            }
            if (spent == limit) {
                return Optional.empty();
            }
            held++;
            return Optional.of(new Unit());
        } finally {
            lock.unlock();
        }
    }

    private void settle(Unit unit, int more) {
        lock.lock();
        try {
            if (!unit.isSettled) {
                unit.isSettled = true;
                held--;
                spent += more;
                settled.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public String toString() {
        return "SharedRetries[" + name + ", " + left() + " left of " + limit + "]";
    }

    /** A unit that is held for one intent: to be settled once, by the first of its two ends that is called. Thread-safe. */
    public final class Unit {
        private boolean isSettled;

        private Unit() {}

        /** The intent is there, or may be. */
        public void spend() {
            settle(this, 1);
        }

        /** There certainly is no such intent. */
        public void giveBack() {
            settle(this, 0);
        }
    }
}
