// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.commit;

import dev.counterfoil.journal.store.Append;
import dev.counterfoil.journal.store.AppendResult;
import dev.counterfoil.journal.store.StoredPayload;
import dev.counterfoil.journal.store.StoredRecord;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * A caller that waits in the queue of a {@link GroupCommit}: until somebody answers it, or it is the first and has to lead. It belongs to
 * the thread that made it, which alone waits; others settle it.
 */
final class Seat {
    private static final Supplier<AppendResult> NONE = () -> {
        throw new IllegalStateException("not settled");
    };

    private final Append append;
    private final Thread caller = Thread.currentThread();
    private volatile Supplier<AppendResult> answer = NONE;
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
        return answer != NONE;
    }

    /** Gives its caller an answer, or something to throw; only the first one counts. */
    void settle(Supplier<AppendResult> given) {
        if (!isSettled()) {
            answer = given;
            wake();
        }
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

    /** The answer; throws what it was settled with. */
    AppendResult result() {
        return answer.get();
    }
}
