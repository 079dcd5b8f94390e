// SPDX-License-Identifier: Apache-2.0

package dev.counterfoil.house.planted.journal.record;

import java.time.Instant;
import java.util.function.Supplier;

/** Planted: reads time by a call and by a reference. */
public final class ReadsTheClock {
    private final Supplier<Instant> now = Instant::now;

    Supplier<Instant> now() {
        return now;
    }

    long millis() {
        return System.currentTimeMillis();
    }
}
