// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal;

import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.InvocationId;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The proof that an intent is on disk, and the permission to dispatch it once. Thread-safe.
 *
 * <p>Only an invocation journal makes one, after the commit of an append that it made itself. Reading a journal never yields one, so
 * an old intent cannot be dispatched: going on after a crash takes a new intent, a new ordinal and a new charge.
 */
public final class DurableIntent {
    private final InvocationId invocation;
    private final Intent intent;
    private final AtomicBoolean spent = new AtomicBoolean();

    DurableIntent(InvocationId invocation, Intent intent) {
        this.invocation = invocation;
        this.intent = intent;
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
