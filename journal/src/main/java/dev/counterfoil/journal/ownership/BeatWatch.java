// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.ownership;

import dev.counterfoil.journal.store.OwnerBeat;
import dev.counterfoil.journal.store.OwnerId;
import java.time.Duration;
import java.util.Optional;

/**
 * Watches one owner after another: it is gone when its beat was seen unchanged for {@link Lease#SILENCE} of the asker's monotonic clock. A
 * beat that only the other's host knows of (a wall clock, a lease end) plays no part. Confined to one thread.
 */
public final class BeatWatch {
    private Optional<Sighting> last = Optional.empty();

    /** Nothing seen yet. */
    public BeatWatch() {}

    private record Sighting(OwnerId owner, long beat, long sinceNanos) {}

    /**
     * Looks once. The beat was seen somewhere between two moments of the asker's clock, and the asker may have been held up between them:
     * so a sighting begins at the later one, and a silence ends at the earlier one of the next look.
     *
     * @param seen the owner and its beat, as just read
     * @param beforeNanos the asker's monotonic clock before that read, in nanoseconds of any origin
     * @param afterNanos the same clock after it
     * @return whether it has been silent for too long
     */
    public boolean isSilent(OwnerBeat seen, long beforeNanos, long afterNanos) {
        Optional<Sighting> same = last.filter(each -> each.owner().equals(seen.owner().id()) && each.beat() == seen.beat());
        if (same.isEmpty()) {
            last = Optional.of(new Sighting(seen.owner().id(), seen.beat(), afterNanos));
            return false;
        }
        return Duration.ofNanos(beforeNanos - same.get().sinceNanos()).compareTo(Lease.SILENCE) >= 0;
    }
}
