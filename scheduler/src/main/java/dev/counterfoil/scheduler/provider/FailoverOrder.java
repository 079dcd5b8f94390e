// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.provider;

import dev.counterfoil.journal.record.Clearance;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.ProviderSlot;
import java.util.List;

/**
 * Failover goes forward through the declared order, one place at a time, to cleared providers only. Pure; immutable and thread-safe.
 *
 * <p>The place decides, not membership: an id that stands elsewhere in the order is out of order. A provider that is not cleared keeps
 * its place and ends the order for this request; nobody jumps over it to a later one.
 */
public final class FailoverOrder {
    private FailoverOrder() {}

    /**
     * Whether a provider may be called at a place in the order. The first no wins: past the end, another id, not cleared.
     *
     * @param order the declared order
     * @param nextIndex the place, from 0; place 0 is not special
     * @param requested who is asked for; compared exactly
     * @return the slot at that place, or the reason
     * @throws IllegalArgumentException where the place is negative
     */
    public static FailoverDecision admit(List<ProviderSlot> order, int nextIndex, ProviderId requested) {
        if (nextIndex < 0) {
            throw new IllegalArgumentException("a place in the order is not negative");
        }
        if (nextIndex >= order.size()) {
            return new FailoverDecision.AlternativesExhausted(nextIndex);
        }
        ProviderSlot slot = order.get(nextIndex);
        if (!slot.id().equals(requested)) {
            return new FailoverDecision.OutOfOrder(nextIndex, slot.id(), requested);
        }
        return slot.clearance() == Clearance.CLEARED
                ? new FailoverDecision.Admitted(slot)
                : new FailoverDecision.NotCleared(slot.id());
    }
}
