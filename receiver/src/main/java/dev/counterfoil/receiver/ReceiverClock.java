// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver;

import java.lang.System.Logger.Level;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The instant of what happens now, in whole milliseconds, never before one that it gave already: a clock that was set back stands still
 * until it has caught up, and says so in the log once. Across processes only the rows remember; see
 * {@link dev.counterfoil.receiver.receipt.ReceiptRule}. Thread-safe.
 */
final class ReceiverClock {
    private static final System.Logger LOG = System.getLogger(ReceiverClock.class.getName());

    private final InstantSource source;
    private final AtomicLong latestMillis = new AtomicLong(Long.MIN_VALUE);
    private final AtomicLong toldOf = new AtomicLong(Long.MIN_VALUE);

    ReceiverClock(InstantSource source) {
        this.source = source;
    }

    /** Now. */
    Instant now() {
        long present = source.millis();
        long latest = latestMillis.accumulateAndGet(present, Math::max);
        if (present < latest && toldOf.getAndSet(latest) != latest) {
            LOG.log(Level.WARNING, "the clock went back by {0} ms; retention goes by the latest instant seen", latest - present);
        }
        return Instant.ofEpochMilli(latest);
    }
}
