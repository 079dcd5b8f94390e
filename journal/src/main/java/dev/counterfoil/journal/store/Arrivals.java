// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.store;

import dev.counterfoil.journal.record.InvocationId;
import java.util.List;
import java.util.Map;

/**
 * Records that became durable since somebody looked last, in the order in which they did. Immutable.
 *
 * @param places which records, in that order
 * @param parts what was read of each invocation they belong to, in the same view
 * @param pruned how many invocations were pruned since; in the first look, how many ever were
 */
public record Arrivals(List<Place> places, Map<InvocationId, Part> parts, long pruned) {
    /** None. */
    public static final Arrivals NONE = new Arrivals(List.of(), Map.of(), 0);

    /** Copies both. */
    public Arrivals {
        places = List.copyOf(places);
        parts = Map.copyOf(parts);
    }

    /**
     * Where a record stands. Immutable.
     *
     * @param invocation its invocation
     * @param sequence its place there, from 0
     */
    public record Place(InvocationId invocation, long sequence) {}

    /** How far a part reaches. */
    public enum Extent {
        /** Its last record is the invocation's. */
        THE_LAST,
        /** A later look has the rest. */
        MORE_FOLLOW,
        /** Its links lead nowhere, so it is everything that is there, as far as it can be put together. */
        ALL_THAT_IS_THERE
    }

    /**
     * What was read of one invocation. Immutable.
     *
     * @param row its row
     * @param records without a gap: from the one behind the head that the asker knows, or from the opening
     * @param withoutBytes of how many, from the first one on, the bytes beside them were not read and are empty here
     * @param extent how far it reaches
     */
    public record Part(InvocationRow row, List<StoredRecord> records, int withoutBytes, Extent extent) {
        /**
         * Copies the list.
         *
         * @throws IllegalArgumentException where more records are without bytes than there are
         */
        public Part {
            records = List.copyOf(records);
            if (withoutBytes < 0 || withoutBytes > records.size()) {
                throw new IllegalArgumentException(withoutBytes + " of " + records.size() + " records without bytes");
            }
        }
    }
}
