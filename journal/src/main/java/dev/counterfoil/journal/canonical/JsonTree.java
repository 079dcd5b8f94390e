// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.canonical;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A JSON value as a person wrote it: numbers keep their text, every value knows its place. {@link StrictJson} reads them. Immutable.
 *
 * <p>It may be a request: what {@code toString} shows of it is what it is, how long and on which line, never what it says.
 */
public sealed interface JsonTree {
    /**
     * Where it stands.
     *
     * @return path and line
     */
    JsonPlace place();

    /**
     * What it is, for a message.
     *
     * @return {@code object}, {@code array}, {@code string}, {@code number}, {@code boolean} or {@code null}
     */
    String kind();

    /**
     * An object.
     *
     * @param place where it stands
     * @param members names and values, in the order in which they were written
     */
    record Members(JsonPlace place, Map<String, JsonTree> members) implements JsonTree {
        /**
         * Copies the members.
         *
         * @throws IllegalArgumentException where a name has a lone surrogate
         */
        public Members {
            members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
            members.keySet().forEach(name -> Surrogates.refuseLone("a member name", name));
        }

        @Override
        public String kind() {
            return "object";
        }

        /**
         * A member's value.
         *
         * @param name the member's name
         * @return its value, or empty where there is no such member; a null that was written is a value
         */
        public Optional<JsonTree> member(String name) {
            return Optional.ofNullable(members.get(name));
        }

        @Override
        public String toString() {
            return "object of " + members.size() + " members, line " + place.line();
        }
    }

    /**
     * An array.
     *
     * @param place where it stands
     * @param elements the values
     */
    record Elements(JsonPlace place, List<JsonTree> elements) implements JsonTree {
        /** Copies the elements. */
        public Elements {
            elements = List.copyOf(elements);
        }

        @Override
        public String kind() {
            return "array";
        }

        @Override
        public String toString() {
            return "array of " + elements.size() + ", line " + place.line();
        }
    }

    /**
     * A string.
     *
     * @param place where it stands
     * @param value its characters
     */
    record Text(JsonPlace place, String value) implements JsonTree {
        /**
         * Checks the characters.
         *
         * @throws IllegalArgumentException where there is a lone surrogate
         */
        public Text {
            Surrogates.refuseLone("a text", value);
        }

        @Override
        public String kind() {
            return "string";
        }

        @Override
        public String toString() {
            return "string of " + value.length() + " characters, line " + place.line();
        }
    }

    /**
     * A number.
     *
     * @param place where it stands
     * @param text as it was written
     */
    record Numeral(JsonPlace place, String text) implements JsonTree {
        /**
         * Checks that it is a number.
         *
         * @throws NumberFormatException where it is none, or has an exponent beyond 32 bits
         */
        public Numeral {
            new BigDecimal(text);
        }

        @Override
        public String kind() {
            return "number";
        }

        @Override
        public String toString() {
            return "number of " + text.length() + " characters, line " + place.line();
        }

        /**
         * The number, exactly.
         *
         * @return its value
         */
        public BigDecimal value() {
            return new BigDecimal(text);
        }

        /**
         * The number, where it is a whole one of 64 bits, however it was spelled: {@code 2}, {@code 2.0} and {@code 2e0} are the same.
         *
         * @return the number, or empty
         */
        public OptionalLong whole() {
            try {
                return OptionalLong.of(value().longValueExact());
            } catch (ArithmeticException e) {
                return OptionalLong.empty();
            }
        }
    }

    /**
     * True or false.
     *
     * @param place where it stands
     * @param value which
     */
    record Truth(JsonPlace place, boolean value) implements JsonTree {
        @Override
        public String kind() {
            return "boolean";
        }

        @Override
        public String toString() {
            return "boolean, line " + place.line();
        }
    }

    /**
     * Null.
     *
     * @param place where it stands
     */
    record Null(JsonPlace place) implements JsonTree {
        @Override
        public String kind() {
            return "null";
        }
    }
}
