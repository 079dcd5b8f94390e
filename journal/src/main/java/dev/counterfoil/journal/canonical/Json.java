// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.canonical;

import dev.counterfoil.journal.record.Bounds;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A JSON value that our canonical form can spell: whole numbers within ±(2^53 − 1), no fractions, no lone surrogate. Immutable.
 *
 * <p>A value may be a secret, as a key is: what {@code toString} shows is what it is and how long, never what it says.
 *
 * <p>Two objects are equal when they have the same members, in whatever order they were put in; the writer sorts.
 */
public sealed interface Json {
    /** The value null. */
    Json NULL = new Null();

    /**
     * An object.
     *
     * @param members names and values, in the order in which they were put in
     */
    record Members(Map<String, Json> members) implements Json {
        /**
         * Copies the members.
         *
         * @throws IllegalArgumentException where a name has a lone surrogate
         */
        public Members {
            members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
            members.keySet().forEach(name -> Surrogates.refuseLone("a member name", name));
        }

        /**
         * A member's value.
         *
         * @param name the member's name
         * @return its value, or empty where there is no such member
         */
        public Optional<Json> member(String name) {
            return Optional.ofNullable(members.get(name));
        }

        @Override
        public String toString() {
            return "object of " + members.size() + " members";
        }
    }

    /**
     * An array.
     *
     * @param elements the values
     */
    record Elements(List<Json> elements) implements Json {
        /** Copies the elements. */
        public Elements {
            elements = List.copyOf(elements);
        }

        @Override
        public String toString() {
            return "array of " + elements.size();
        }
    }

    /**
     * A string.
     *
     * @param value its characters
     */
    record Text(String value) implements Json {
        /**
         * Checks the characters.
         *
         * @throws IllegalArgumentException where there is a lone surrogate
         */
        public Text {
            Surrogates.refuseLone("a text", value);
        }

        @Override
        public String toString() {
            return "string of " + value.length() + " characters";
        }
    }

    /**
     * A whole number.
     *
     * @param value within ±(2^53 − 1), the integers that every JSON reader agrees on
     */
    record Whole(long value) implements Json {
        /**
         * Checks the range.
         *
         * @throws IllegalArgumentException where the number is outside
         */
        public Whole {
            if (value < -Bounds.INTEGER || value > Bounds.INTEGER) {
                throw new IllegalArgumentException("integer is " + value + ", must be within ±" + Bounds.INTEGER);
            }
        }
    }

    /**
     * True or false.
     *
     * @param value which
     */
    record Truth(boolean value) implements Json {}

    /** Null: absent, unknown, unbounded. */
    record Null() implements Json {}

    /**
     * A string.
     *
     * @param value its characters
     * @return the value
     * @throws IllegalArgumentException where there is a lone surrogate
     */
    static Json text(String value) {
        return new Text(value);
    }

    /**
     * A string, or null.
     *
     * @param value its characters, where there are any
     * @return the value, null where there is none
     * @throws IllegalArgumentException where there is a lone surrogate
     */
    static Json text(Optional<String> value) {
        return value.map(Json::text).orElse(NULL);
    }

    /**
     * A whole number.
     *
     * @param value the number
     * @return the value
     * @throws IllegalArgumentException where it is outside ±(2^53 − 1)
     */
    static Json whole(long value) {
        return new Whole(value);
    }

    /**
     * A whole number, or null.
     *
     * @param value the number, where there is one
     * @return the value, null where there is none
     * @throws IllegalArgumentException where it is outside ±(2^53 − 1)
     */
    static Json whole(OptionalLong value) {
        return value.isPresent() ? new Whole(value.getAsLong()) : NULL;
    }

    /**
     * True or false.
     *
     * @param value which
     * @return the value
     */
    static Json truth(boolean value) {
        return new Truth(value);
    }

    /**
     * An array.
     *
     * @param elements its values
     * @return the value
     */
    static Json array(List<? extends Json> elements) {
        return new Elements(List.copyOf(elements));
    }

    /**
     * An array.
     *
     * @param elements its values
     * @return the value
     */
    static Json array(Json... elements) {
        return new Elements(Arrays.asList(elements));
    }

    /**
     * Begins an object.
     *
     * @return an empty builder
     */
    static ObjectBuilder object() {
        return new ObjectBuilder();
    }

    /** Puts an object together, member by member. Confined to one thread. */
    final class ObjectBuilder {
        private final Map<String, Json> members = new LinkedHashMap<>();

        private ObjectBuilder() {}

        /**
         * Adds a member.
         *
         * @param name its name
         * @param value its value
         * @return this
         * @throws IllegalArgumentException where there is such a member already
         */
        public ObjectBuilder put(String name, Json value) {
            if (members.putIfAbsent(name, value) != null) {
                throw new IllegalArgumentException("member " + name + " is there already");
            }
            return this;
        }

        /**
         * Adds a text.
         *
         * @param name its name
         * @param value its value
         * @return this
         * @throws IllegalArgumentException where there is such a member already, or a lone surrogate
         */
        public ObjectBuilder put(String name, String value) {
            return put(name, text(value));
        }

        /**
         * Adds a whole number.
         *
         * @param name its name
         * @param value its value
         * @return this
         * @throws IllegalArgumentException where there is such a member already, or the number is outside ±(2^53 − 1)
         */
        public ObjectBuilder put(String name, long value) {
            return put(name, whole(value));
        }

        /**
         * Finishes the object.
         *
         * @return the object
         */
        public Members build() {
            return new Members(members);
        }
    }
}
