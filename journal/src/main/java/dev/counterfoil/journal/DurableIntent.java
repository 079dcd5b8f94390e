// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal;

import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.InvocationId;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * The proof that an intent is on disk, and the permission to dispatch it once. Thread-safe.
 *
 * <p>Only an invocation journal makes one, after the commit of an append that it made itself. Reading a journal never yields one, so
 * an old intent cannot be dispatched: going on after a crash takes a new intent, a new ordinal and a new charge.
 */
public final class DurableIntent {
    private final InvocationId invocation;
    private final Intent intent;
    private final BooleanSupplier owned;
    private final AtomicBoolean spent = new AtomicBoolean();

    DurableIntent(InvocationId invocation, Intent intent, BooleanSupplier owned) {
        this.invocation = invocation;
        this.intent = intent;
        this.owned = owned;
    }

    /**
     * The invocation it belongs to.
     *
     * @return its name
     */
    public InvocationId invocation() {
        return invocation;
    }

    /**
     * What is on disk.
     *
     * @return the record
     */
    public Intent intent() {
        return intent;
    }

    /**
     * Whether it may be dispatched now: this runtime owns the invocation since before the intent was appended, and its last beat is young
     * enough that nobody can have taken over before the call begins. A process that was held up since may not.
     *
     * @return false where the intent's outcome is {@code not_dispatched}, {@code lease_too_old}
     */
    public boolean mayBeDispatched() {
        return owned.getAsBoolean();
    }

    /**
     * Uses the permission up.
     *
     * @throws IllegalStateException where it was used before
     */
    public void spend() {
        if (!spent.compareAndSet(false, true)) {
            throw new IllegalStateException("attempt " + intent.ordinal() + " of " + invocation + " was dispatched already");
        }
    }
}
