// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.commit;

import dev.counterfoil.journal.record.JournalException;
import dev.counterfoil.journal.store.Append;
import dev.counterfoil.journal.store.AppendResult;
import dev.counterfoil.journal.store.StackRoom;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedList;
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
 * itself. A commit whose fate is unknown is looked for by each append's own records. Where a group cannot even begin, all of its callers
 * are thrown the one exception that says so.
 */
public final class GroupCommit {
    /** The longest that a leader waits for others: less than any force of a disk that gains by waiting. */
    static final long GATHER_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    /** A group has at most so many appends: a beat that waits behind it waits for some milliseconds. */
    static final int APPENDS = 256;

    /** And takes no more once it has so many bytes: while it is written they are in memory twice. */
    static final long BYTES = 8L << 20;

    /** What leading needs of the stack: the transaction, and what is around it. */
    private static final int FRAMES = Session.FRAMES + 40;

    private static final Logger LOG = System.getLogger(GroupCommit.class.getName());

    private final Path file;
    private final long gatherNanos;
    private final Transactions transactions;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition complete = lock.newCondition();

    /** A list of links: where memory is short, a seat is in it or is not, and none is lost. */
    private final Deque<Seat> queue = new LinkedList<>();

    private boolean led;
    private int expected = 1;

    public GroupCommit(Session session) {
        this(session.path(), GATHER_NANOS, together -> session.write(together, together));
    }

    GroupCommit(Path file, long gatherNanos, Transactions transactions) {
        this.file = file;
        this.gatherNanos = gatherNanos;
        this.transactions = transactions;
    }

    /** Where appends are made durable. */
    @FunctionalInterface
    interface Transactions {
        /** Makes them in one transaction; as {@link Session#write}. */
        List<Optional<AppendResult>> make(Together together);
    }

    /** As {@link dev.counterfoil.journal.store.CheckpointStore#append}. */
    public AppendResult append(Append append) {
        StackRoom.require(FRAMES);
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
            // Whoever gathers sees the seat when this lets the lock go. It comes last, so that what fails leaves no seat without a thread.
            if (queue.size() + 1 >= expected) {
                complete.signal();
            }
            queue.add(seat);
            boolean first = !led;
            led = true;
            return first;
        } finally {
            lock.unlock();
        }
    }

    private void lead(Seat leader) {
        Optional<Throwable> ended = Optional.empty();
        List<Seat> group = List.of();
        try {
            group = new ArrayList<>();
            gather();
            take(group);
            commit(group);
        } catch (RuntimeException | Error e) {
            // Whoever made it happen or not: the thread it happened to is told, unless it has its answer.
            leader.fail(e);
            ended = Optional.of(e);
        } finally {
            handOver(group);
        }
        ended.ifPresent(e -> LOG.log(Level.WARNING, "{0}: a commit for several callers ended with {1}", file,
                e.getClass().getName()));
    }

    /** Waits for as many as came last time. */
    private void gather() {
        lock.lock();
        try {
            long left = gatherNanos;
            while (queue.size() < expected && left > 0) {
                left = complete.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    /** Takes the appends that go together, the leader's first. One leaves the queue when it is in the group. */
    private void take(List<Seat> group) {
        lock.lock();
        try {
            long bytes = 0;
            while (!queue.isEmpty() && group.size() < APPENDS && bytes < BYTES) {
                Seat next = queue.element();
                group.add(next);
                queue.remove();
                bytes += next.bytes();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Who is done goes first: what it does next goes on beside the next commit. Takes no memory but for the lock. */
    private void handOver(List<Seat> group) {
        for (int i = 0; i < group.size(); i++) {
            group.get(i).leave();
        }
        boolean handed = false;
        while (!handed) {
            try {
                passOn(group.size());
                handed = true;
            } catch (OutOfMemoryError e) {
                // Without a leader everybody would wait for ever. What others free is enough for this.
                Thread.onSpinWait();
            }
        }
    }

    /** Makes the first who waits the next leader. A leader that failed before it took anybody is itself among them. */
    private void passOn(int size) {
        lock.lock();
        try {
            while (!queue.isEmpty() && queue.element().isSettled()) {
                queue.remove();
            }
            expected = Math.min(APPENDS, size + queue.size());
            led = !queue.isEmpty();
            if (led) {
                queue.element().promote();
            }
        } finally {
            lock.unlock();
        }
    }

    private void commit(List<Seat> group) {
        Together together = new Together(group.stream().map(Seat::append).toList());
        try {
            List<Optional<AppendResult>> results = transactions.make(together);
            eachByItself(absent(group, results));
        } catch (JournalException e) {
            // Nothing was written. What nobody can begin now is not tried by each of them in turn.
            if (group.size() > 1 && together.hasBegun()) {
                eachByItself(group);
            } else {
                fail(group, e);
            }
        } catch (RuntimeException | Error e) {
            // Nothing is there either where the commit had not begun, and whoever asks for too much may be any of them.
            if (together.isMade()) {
                throw e;
            }
            if (group.size() > 1) {
                eachByItself(group);
            } else {
                group.get(0).fail(e);
            }
        }
    }

    /** Settles those whose append is there, and gives the others. */
    private static List<Seat> absent(List<Seat> group, List<Optional<AppendResult>> results) {
        List<Seat> absent = new ArrayList<>();
        for (int i = 0; i < group.size(); i++) {
            if (results.get(i).isPresent()) {
                group.get(i).settle(results.get(i).get());
            } else {
                absent.add(group.get(i));
            }
        }
        return absent;
    }

    /** Makes appends one by one, the leader's first. Where one cannot even begin, the rest is told so and not tried. */
    private void eachByItself(List<Seat> seats) {
        for (int i = 0; i < seats.size(); i++) {
            Seat seat = seats.get(i);
            Together one = new Together(List.of(seat.append()));
            try {
                seat.settle(transactions.make(one).get(0).orElseThrow());
            } catch (JournalException e) {
                fail(one.hasBegun() ? List.of(seat) : seats.subList(i, seats.size()), e);
                if (!one.hasBegun()) {
                    return;
                }
            } catch (RuntimeException | Error e) {
                seat.fail(e);
            }
        }
    }

    private static void fail(List<Seat> seats, JournalException e) {
        seats.forEach(seat -> seat.fail(e));
    }
}
