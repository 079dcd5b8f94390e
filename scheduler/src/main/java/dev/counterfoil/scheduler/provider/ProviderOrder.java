// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.provider;

import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Ceiling;
import dev.counterfoil.journal.record.Clearance;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.ProviderSlot;
import dev.counterfoil.journal.record.Quote;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * An order of providers that was checked: 1 to 256 of them, no id twice, the first one cleared. There is no other way to make one.
 * Immutable.
 */
public final class ProviderOrder {
    private final List<ProviderSlot> slots;

    private ProviderOrder(List<ProviderSlot> slots) {
        this.slots = List.copyOf(slots);
    }

    /**
     * One provider as it was written down, its id not yet checked. Immutable.
     *
     * @param id the text
     * @param clearance whether it may see the request
     * @param maxRetries how many retries and redeliveries it may get
     * @param quote its own quote, where it has one
     */
    public record Entry(String id, Clearance clearance, Ceiling maxRetries, Optional<Quote> quote) {}

    /**
     * Checks an order as it was written down.
     *
     * @param entries the providers, the primary first
     * @return the order, or the first rejection in the order of {@link ProviderOrderRejection}
     */
    public static ProviderOrderDecision check(List<Entry> entries) {
        if (entries.isEmpty()) {
            return rejected(ProviderOrderRejection.NO_PRIMARY_PROVIDER, 0);
        }
        if (entries.get(0).clearance() != Clearance.CLEARED) {
            return rejected(ProviderOrderRejection.PRIMARY_NOT_CLEARED, 0);
        }
        if (entries.size() > Bounds.PROVIDERS) {
            return rejected(ProviderOrderRejection.TOO_MANY_PROVIDERS, Bounds.PROVIDERS);
        }
        for (int i = 0; i < entries.size(); i++) {
            // A lone surrogate becomes one byte here, so it is judged as malformed below and not as too long.
            if (entries.get(i).id().getBytes(StandardCharsets.UTF_8).length > Bounds.TEXT_BYTES) {
                return rejected(ProviderOrderRejection.PROVIDER_ID_TOO_LONG, i);
            }
        }
        return named(entries);
    }

    /**
     * Checks an order of slots.
     *
     * @param slots the providers, the primary first
     * @return the order, or the first rejection in the order of {@link ProviderOrderRejection}
     */
    public static ProviderOrderDecision of(List<ProviderSlot> slots) {
        return check(slots.stream()
                .map(slot -> new Entry(slot.id().value(), slot.clearance(), slot.maxRetries(), slot.quote()))
                .toList());
    }

    private static ProviderOrderDecision named(List<Entry> entries) {
        List<ProviderSlot> slots = new ArrayList<>();
        for (Entry entry : entries) {
            try {
                slots.add(new ProviderSlot(new ProviderId(entry.id()), entry.clearance(), entry.maxRetries(), entry.quote()));
            } catch (IllegalArgumentException malformed) {
                return rejected(ProviderOrderRejection.PROVIDER_ID_MALFORMED, slots.size());
            }
        }
        Set<ProviderId> seen = new HashSet<>();
        for (int i = 0; i < slots.size(); i++) {
            if (!seen.add(slots.get(i).id())) {
                return rejected(ProviderOrderRejection.DUPLICATE_PROVIDER, i);
            }
        }
        return new ProviderOrderDecision.Valid(new ProviderOrder(slots));
    }

    private static ProviderOrderDecision rejected(ProviderOrderRejection rejection, int index) {
        return new ProviderOrderDecision.Rejected(rejection, index);
    }

    /**
     * The first provider.
     *
     * @return its slot, cleared
     */
    public ProviderSlot primary() {
        return slots.get(0);
    }

    /**
     * All providers in order.
     *
     * @return the slots
     */
    public List<ProviderSlot> slots() {
        return slots;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ProviderOrder that && slots.equals(that.slots);
    }

    @Override
    public int hashCode() {
        return slots.hashCode();
    }

    @Override
    public String toString() {
        return slots.stream().map(slot -> slot.id().value()).toList().toString();
    }
}
