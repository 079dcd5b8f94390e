// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.commit;

import dev.counterfoil.journal.store.Append;
import dev.counterfoil.journal.store.AppendResult;
import dev.counterfoil.journal.store.StoredPayload;
import dev.counterfoil.journal.store.StoredRecord;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * A caller that waits in the queue of a {@link GroupCommit}: until somebody answers it, or it is the first and has to lead. It belongs to
 * the thread that made it, which alone waits; others settle it.
 */
final class Seat {
    private static final AppendResult LEFT = new AppendResult.Unknown("the thread that committed for several callers failed");
    private static final Throwable NOTHING = new Throwable("nothing was thrown");

    private final Append append;
    private final Thread caller = Thread.currentThread();
    private AppendResult result = LEFT;
    private Throwable thrown = NOTHING;

    /** Written behind the two above, and read before them. */
    private volatile boolean settled;

    private volatile boolean promoted;

    Seat(Append append) {
        this.append = append;
    }

    Append append() {
        return append;
    }

    /** What its records and payloads take. */
    long bytes() {
        long bytes = 0;
        for (StoredRecord record : append.records()) {
            bytes += record.body().size() + length(record.payload()) + length(record.attachment());
        }
        return bytes;
    }

    private static int length(Optional<StoredPayload> payload) {
        return payload.map(each -> each.bytes().size()).orElse(0);
    }

    /** Waits for an answer or the lead; an interrupt ends nothing and stays set. */
    void await() {
        boolean interrupted = false;
        while (!isSettled() && !promoted) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            caller.interrupt();
        }
    }

    boolean isSettled() {
        return settled;
    }

    /** Gives its caller an answer; only the first one counts. Settling takes no memory: where there is none left somebody waits for it. */
    void settle(AppendResult given) {
        if (!settled) {
            result = given;
            settle();
        }
    }

    /** Gives its caller something to throw. */
    void fail(Throwable given) {
        if (!settled) {
            thrown = given;
            settle();
        }
    }

    /** Tells its caller that whoever committed for it went without a word. */
    void leave() {
        if (!settled) {
            settle();
        }
    }

    private void settle() {
        settled = true;
        wake();
    }

    /** Lets its caller lead. */
    void promote() {
        promoted = true;
        wake();
    }

    private void wake() {
        if (caller != Thread.currentThread()) {
            LockSupport.unpark(caller);
        }
    }

    /** The answer of a seat that is settled; throws what it was failed with. */
    AppendResult result() {
        if (thrown instanceof RuntimeException exception) {
            throw exception;
        }
        if (thrown instanceof Error error) {
            throw error;
        }
        return result;
    }
}
