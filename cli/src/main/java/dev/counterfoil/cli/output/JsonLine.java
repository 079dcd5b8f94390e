// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.output;

import dev.counterfoil.journal.canonical.ShortestDecimal;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * Puts one compact JSON object together, members in the order in which they are given. Not the canonical form, which sorts: this is
 * for what is printed. Any 64-bit number may stand in it. Confined.
 */
public final class JsonLine {
    private final StringBuilder text = new StringBuilder("{");

    /**
     * Adds a text.
     *
     * @param name the member
     * @param value its text; half of a surrogate pair is escaped
     * @return this
     */
    public JsonLine put(String name, String value) {
        name(name);
        quote(text, value);
        return this;
    }

    /**
     * Adds a text, or null.
     *
     * @param name the member
     * @param value its text; null is written where there is none
     * @return this
     */
    public JsonLine put(String name, Optional<String> value) {
        return value.isPresent() ? put(name, value.get()) : nothing(name);
    }

    /**
     * Adds a whole number.
     *
     * @param name the member
     * @param value the number
     * @return this
     */
    public JsonLine put(String name, long value) {
        name(name).append(value);
        return this;
    }

    /**
     * Adds a double.
     *
     * @param name the member
     * @param value finite; written with the fewest digits that read back as the same double, a whole one without a point
     * @return this
     */
    public JsonLine put(String name, double value) {
        name(name).append(ShortestDecimal.spell(value));
        return this;
    }

    /**
     * Adds a decimal number.
     *
     * @param name the member
     * @param value the number, written out with all of its decimals
     * @return this
     */
    public JsonLine put(String name, BigDecimal value) {
        name(name).append(value.toPlainString());
        return this;
    }

    /**
     * Adds an array of doubles.
     *
     * @param name the member
     * @param values finite numbers, each spelled as a single one is
     * @return this
     */
    public JsonLine doubles(String name, List<Double> values) {
        name(name).append(values.stream().map(ShortestDecimal::spell).collect(Collectors.joining(",", "[", "]")));
        return this;
    }

    /**
     * Adds an object.
     *
     * @param name the member
     * @param value the object, finished
     * @return this
     */
    public JsonLine put(String name, JsonLine value) {
        name(name).append(value);
        return this;
    }

    /**
     * Adds an array of objects.
     *
     * @param name the member
     * @param values the objects, finished
     * @return this
     */
    public JsonLine put(String name, List<JsonLine> values) {
        name(name).append(values.stream().map(JsonLine::toString).collect(Collectors.joining(",", "[", "]")));
        return this;
    }

    /**
     * Adds a whole number, or null.
     *
     * @param name the member
     * @param value the number; null is written where there is none
     * @return this
     */
    public JsonLine put(String name, OptionalLong value) {
        return value.isPresent() ? put(name, value.getAsLong()) : nothing(name);
    }

    /**
     * Adds an array of texts.
     *
     * @param name the member
     * @param values the texts
     * @return this
     */
    public JsonLine words(String name, List<String> values) {
        StringBuilder array = name(name);
        char before = '[';
        for (String value : values) {
            quote(array.append(before), value);
            before = ',';
        }
        array.append(values.isEmpty() ? "[]" : "]");
        return this;
    }

    /**
     * Adds an array of whole numbers.
     *
     * @param name the member
     * @param values the numbers
     * @return this
     */
    public JsonLine numbers(String name, List<Long> values) {
        name(name).append(values.stream().map(String::valueOf).collect(Collectors.joining(",", "[", "]")));
        return this;
    }

    /**
     * Adds true.
     *
     * @param name the member
     * @return this
     */
    public JsonLine yes(String name) {
        name(name).append("true");
        return this;
    }

    /**
     * Adds false.
     *
     * @param name the member
     * @return this
     */
    public JsonLine no(String name) {
        name(name).append("false");
        return this;
    }

    /**
     * Adds null.
     *
     * @param name the member
     * @return this
     */
    public JsonLine nothing(String name) {
        name(name).append("null");
        return this;
    }

    private StringBuilder name(String name) {
        if (text.length() > 1) {
            text.append(',');
        }
        quote(text, name);
        return text.append(':');
    }

    private static void quote(StringBuilder to, String value) {
        to.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            boolean pair = Character.isHighSurrogate(c) && i + 1 < value.length() && Character.isLowSurrogate(value.charAt(i + 1));
            if (pair) {
                to.append(c).append(value.charAt(++i));
            } else {
                character(to, c);
            }
        }
        to.append('"');
    }

    private static void character(StringBuilder to, char c) {
        switch (c) {
            case '"' -> to.append("\\\"");
            case '\\' -> to.append("\\\\");
            case '\n' -> to.append("\\n");
            case '\r' -> to.append("\\r");
            case '\t' -> to.append("\\t");
            case '\b' -> to.append("\\b");
            case '\f' -> to.append("\\f");
            default -> {
                if (c < 0x20 || Character.isSurrogate(c)) {
                    to.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
                } else {
                    to.append(c);
                }
            }
        }
    }

    /**
     * The object as it is so far.
     *
     * @return one line, without its end
     */
    @Override
    public String toString() {
        return text + "}";
    }
}
