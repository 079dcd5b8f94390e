// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.store;

import dev.counterfoil.journal.record.InvocationId;
import java.util.List;
import java.util.Map;

/**
 * Records that became durable since somebody looked last, in the order in which they did. Immutable.
 *
 * @param places which records, in that order
 * @param invocations each invocation they belong to, as a whole, in the same view
 */
public record Arrivals(List<Place> places, Map<InvocationId, StoredInvocation> invocations) {
    /** None. */
    public static final Arrivals NONE = new Arrivals(List.of(), Map.of());

    /** Copies both. */
    public Arrivals {
        places = List.copyOf(places);
        invocations = Map.copyOf(invocations);
    }

    /**
     * Where a record stands. Immutable.
     *
     * @param invocation its invocation
     * @param sequence its place there, from 0
     */
    public record Place(InvocationId invocation, long sequence) {}
}
