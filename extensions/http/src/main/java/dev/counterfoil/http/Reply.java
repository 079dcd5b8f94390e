// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Content;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A final answer whose head was read whole. Immutable.
 *
 * @param status its status
 * @param fields the fields of its head by name, whatever their case, each with its values in order
 * @param body what became of its body
 */
public record Reply(int status, SortedMap<String, List<String>> fields, Body body) {
    /** What became of a body. Immutable. */
    public sealed interface Body {
        /**
         * It is whole.
         *
         * @param bytes the bytes as they came: no coding was undone but that of the transfer
         */
        record Whole(Bytes bytes) implements Body {}

        /** It was not asked for, or there was no time for it. */
        record Unread() implements Body {}

        /**
         * It ended before its end. Nothing of it is kept.
         *
         * @param said how many bytes the head says it has
         * @param read digest and number of the bytes that came
         */
        record Cut(OptionalLong said, Content read) implements Body {}

        /**
         * Its framing cannot be understood. Nothing of it is kept.
         *
         * @param said how many bytes the head says it has
         * @param read digest and number of the bytes that were understood
         */
        record Malformed(OptionalLong said, Content read) implements Body {}

        /**
         * It has more bytes than were allowed. No more of it is read than shows that, and nothing of it is kept.
         *
         * @param said how many the head says it has
         * @param read digest and number of the bytes that were read
         */
        record TooLong(OptionalLong said, Content read) implements Body {}
    }

    /** Copies the fields. */
    public Reply {
        SortedMap<String, List<String>> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        fields.forEach((name, values) -> copy.computeIfAbsent(name, none -> new ArrayList<>()).addAll(values));
        copy.replaceAll((name, values) -> List.copyOf(values));
        fields = Collections.unmodifiableSortedMap(copy);
    }

    /**
     * Whether it says that all went well.
     *
     * @return true from 200 to 299
     */
    public boolean isSuccess() {
        return status >= 200 && status < 300;
    }

    /**
     * The one value of a field.
     *
     * @param name the field's name
     * @return empty where it is missing or stands more than once
     */
    public Optional<String> field(String name) {
        return Optional.ofNullable(fields.get(name)).filter(values -> values.size() == 1).map(values -> values.get(0));
    }

    /**
     * The body where it is whole.
     *
     * @return the bytes
     */
    public Optional<Bytes> content() {
        return body instanceof Body.Whole whole ? Optional.of(whole.bytes()) : Optional.empty();
    }

    Reply with(Body other) {
        return new Reply(status, fields, other);
    }

    /** Tells nothing of fields and body. */
    @Override
    public String toString() {
        return "Reply[" + status + ", " + fields.size() + " fields, body " + body.getClass().getSimpleName() + "]";
    }
}
