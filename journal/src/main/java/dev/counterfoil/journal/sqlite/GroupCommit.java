// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite;

import dev.counterfoil.journal.record.JournalException;
import dev.counterfoil.journal.store.Append;
import dev.counterfoil.journal.store.AppendResult;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Puts the appends of many callers into one transaction, so that one force of the disk serves them all. Thread-safe.
 *
 * <p>There is no thread for it. Whoever comes while nobody commits leads: takes all who wait, in the order in which they came, commits
 * them with its own, lets them go, and then makes the first who came meanwhile the next leader. So nobody is overtaken, a lone caller
 * commits itself, and the queue is never longer than there are callers, each of which waits in it with nothing but what it holds anyway.
 *
 * <p>A leader waits for as many as there were last time, {@link #GATHER_NANOS} at most: who was let go a moment ago mostly comes back at
 * once, and would else find the disk busy with a few. Where there was only one last time nobody waits.
 *
 * <p>Nobody pays for another. Where a group fails before its commit, or certainly did not commit, each of its appends is made again by
 * itself. A commit whose fate is unknown is looked for by each append's own records.
 */
final class GroupCommit {
    /** The longest that a leader waits for others: less than any force of a disk that gains by waiting. */
    static final long GATHER_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    /** A group has at most so many appends: a beat that waits behind it waits for some milliseconds. */
    static final int APPENDS = 256;

    /** And takes no more once it has so many bytes: while it is written they are in memory twice. */
    static final long BYTES = 8L << 20;

    private static final Logger LOG = System.getLogger(GroupCommit.class.getName());

    private final Session session;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition complete = lock.newCondition();
    private final Deque<Seat> queue = new ArrayDeque<>();
    private boolean led;
    private int expected = 1;

    GroupCommit(Session session) {
        this.session = session;
    }

    /** As {@link dev.counterfoil.journal.store.CheckpointStore#append}. */
    AppendResult append(Append append) {
        Seat seat = new Seat(append);
        if (!isFirst(seat)) {
            seat.await();
        }
        if (!seat.isSettled()) {
            lead(seat);
        }
        return seat.result();
    }

    /** How many wait. */
    int waiting() {
        lock.lock();
        try {
            return queue.size();
        } finally {
            lock.unlock();
        }
    }

    private boolean isFirst(Seat seat) {
        lock.lock();
        try {
            queue.add(seat);
            boolean first = !led;
            led = true;
            if (queue.size() >= expected) {
                complete.signal();
            }
            return first;
        } finally {
            lock.unlock();
        }
    }

    private void lead(Seat leader) {
        List<Seat> group = gathered();
        try {
            commit(group);
        } catch (RuntimeException | Error e) {
            // Whoever made it happen or not: the thread it happened to is told, unless it has its answer.
            LOG.log(Level.WARNING, "{0}: a commit of {1} appends ended with {2}", session.path(), group.size(), e.getClass().getName());
            leader.settle(() -> {
                throw e;
            });
        } finally {
            handOver(group);
        }
    }

    /** The appends that go together, the leader's first. */
    private List<Seat> gathered() {
        lock.lock();
        try {
            long left = GATHER_NANOS;
            while (queue.size() < expected && left > 0) {
                left = complete.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
        return taken();
    }

    private List<Seat> taken() {
        lock.lock();
        try {
            List<Seat> group = new ArrayList<>();
            long bytes = 0;
            while (!queue.isEmpty() && group.size() < APPENDS && bytes < BYTES) {
                Seat next = queue.remove();
                group.add(next);
                bytes += next.bytes();
            }
            return group;
        } finally {
            lock.unlock();
        }
    }

    /** Who is done goes first: what it does next goes on beside the next commit. */
    private void handOver(List<Seat> group) {
        group.forEach(seat -> seat.settle(() -> new AppendResult.Unknown("the thread that committed for several callers failed")));
        Optional<Seat> next;
        lock.lock();
        try {
            expected = Math.min(APPENDS, group.size() + queue.size());
            next = Optional.ofNullable(queue.peek());
            led = next.isPresent();
        } finally {
            lock.unlock();
        }
        next.ifPresent(Seat::promote);
    }

    private void commit(List<Seat> group) {
        if (group.size() == 1) {
            alone(group.get(0));
            return;
        }
        Together together = new Together(group.stream().map(Seat::append).toList());
        try {
            List<Optional<AppendResult>> results = session.write(together, together);
            for (int i = 0; i < group.size(); i++) {
                Seat seat = group.get(i);
                results.get(i).ifPresentOrElse(result -> seat.settle(() -> result), () -> alone(seat));
            }
        } catch (JournalException e) {
            // Nothing was written. What nobody can begin now is not tried by each of them in turn.
            group.forEach(seat -> {
                if (together.hasBegun()) {
                    alone(seat);
                } else {
                    seat.settle(() -> {
                        throw e;
                    });
                }
            });
        } catch (RuntimeException e) {
            if (together.isMade()) {
                throw e;
            }
            group.forEach(this::alone);
        }
    }

    private void alone(Seat seat) {
        Together one = new Together(List.of(seat.append()));
        try {
            Optional<AppendResult> result = session.write(one, one).get(0);
            seat.settle(result::orElseThrow);
        } catch (RuntimeException e) {
            seat.settle(() -> {
                throw e;
            });
        }
    }
}
