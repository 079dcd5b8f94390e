// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.canonical;

import java.util.Arrays;
import java.util.Map;

/**
 * The bytes under which a JSON request is digested and delivered: RFC 8785. Pure; immutable.
 *
 * <p>Numbers, which RFC 8785 takes to be doubles, go by their value and not by their spelling:
 *
 * <ul>
 *   <li>A whole number ({@code 1}, {@code 1.0}, {@code 1e0} are one) is taken when what RFC 8785 spells for it is the same number: all up
 *       to 2^53, and 1e30. Any other is refused and never rounded: 2^53 + 1, 2^60 (which RFC 8785 spells 1152921504606847000), 2^63 − 1,
 *       1e400. Such an amount belongs in a string.
 *   <li>A fraction becomes its nearest double; 1e-400 becomes 0. It is spelled with the fewest digits that read back as that double.
 *   <li>−0 is 0.
 * </ul>
 */
public final class CanonicalRequest {
    private CanonicalRequest() {}

    /**
     * Spells a request.
     *
     * @param value the request
     * @param maxBytes most bytes that it may have
     * @return its bytes
     * @throws StrictJsonException where a number cannot be taken, or the bytes are too many
     */
    public static byte[] bytes(JsonTree value, int maxBytes) {
        CanonicalSink sink = new CanonicalSink();
        write(sink, value);
        if (sink.length() > maxBytes) {
            throw new StrictJsonException(
                    JsonFault.TOO_LARGE, value.place(), "has " + sink.length() + " canonical bytes, at most " + maxBytes + " are allowed");
        }
        return sink.toBytes();
    }

    private static void write(CanonicalSink sink, JsonTree value) {
        if (value instanceof JsonTree.Members object) {
            object(sink, object.members());
        } else if (value instanceof JsonTree.Elements array) {
            array(sink, array);
        } else if (value instanceof JsonTree.Text text) {
            sink.text(text.value());
        } else if (value instanceof JsonTree.Numeral number) {
            sink.ascii(spell(number));
        } else if (value instanceof JsonTree.Truth truth) {
            sink.ascii(truth.value() ? "true" : "false");
        } else {
            sink.ascii("null");
        }
    }

    private static void object(CanonicalSink sink, Map<String, JsonTree> members) {
        String[] names = members.keySet().toArray(String[]::new);
        Arrays.sort(names);
        sink.put('{');
        for (int i = 0; i < names.length; i++) {
            if (i > 0) {
                sink.put(',');
            }
            sink.text(names[i]);
            sink.put(':');
            write(sink, members.get(names[i]));
        }
        sink.put('}');
    }

    private static void array(CanonicalSink sink, JsonTree.Elements array) {
        sink.put('[');
        boolean first = true;
        for (JsonTree element : array.elements()) {
            if (!first) {
                sink.put(',');
            }
            first = false;
            write(sink, element);
        }
        sink.put(']');
    }

    private static String spell(JsonTree.Numeral number) {
        double nearest = Double.parseDouble(number.text());
        if (Double.isInfinite(nearest)) {
            throw new StrictJsonException(JsonFault.NUMBER_OUT_OF_RANGE, number.place(), "no double is so large; use a string");
        }
        String spelling = ShortestDecimal.spell(nearest);
        if (isWholeOther(number.text(), nearest, spelling)) {
            throw new StrictJsonException(
                    JsonFault.NUMBER_NOT_EXACT, number.place(), "this whole number would arrive as another one; use a string");
        }
        return spelling;
    }

    /** Whether a whole number was written, and another one is spelled; only a whole double can be the nearest to a whole number. */
    private static boolean isWholeOther(String text, double nearest, String spelling) {
        if (nearest == 0 || nearest != Math.rint(nearest)) {
            return false;
        }
        WrittenDigits written = WrittenDigits.of(text);
        return written.isWhole() && !written.equals(WrittenDigits.of(spelling));
    }
}
