// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.canonical;

import java.util.Arrays;
import java.util.Map;

/**
 * Spells a {@link Json} value in the one way that it has: members in order of their UTF-16 code units, the escapes of RFC 8785, no
 * white space, UTF-8. Pure; immutable.
 *
 * <p>It never rounds and never replaces: what has no spelling here cannot be built as a {@link Json}.
 */
public final class CanonicalWriter {
    private CanonicalWriter() {}

    /**
     * Spells a value.
     *
     * @param value the value
     * @return its canonical bytes
     * @throws IllegalArgumentException where objects and arrays are nested deeper than {@link CanonicalReader#DEPTH}
     */
    public static byte[] write(Json value) {
        CanonicalSink sink = new CanonicalSink();
        write(sink, value, 0);
        return sink.toBytes();
    }

    private static void write(CanonicalSink sink, Json value, int depth) {
        if (value instanceof Json.Members object) {
            object(sink, object.members(), deeper(depth));
        } else if (value instanceof Json.Elements array) {
            array(sink, array, deeper(depth));
        } else if (value instanceof Json.Text text) {
            sink.text(text.value());
        } else if (value instanceof Json.Whole whole) {
            sink.ascii(Long.toString(whole.value()));
        } else if (value instanceof Json.Truth truth) {
            sink.ascii(truth.value() ? "true" : "false");
        } else {
            sink.ascii("null");
        }
    }

    private static void object(CanonicalSink sink, Map<String, Json> members, int depth) {
        String[] names = members.keySet().toArray(String[]::new);
        Arrays.sort(names);
        sink.put('{');
        for (int i = 0; i < names.length; i++) {
            if (i > 0) {
                sink.put(',');
            }
            sink.text(names[i]);
            sink.put(':');
            write(sink, members.get(names[i]), depth);
        }
        sink.put('}');
    }

    private static void array(CanonicalSink sink, Json.Elements array, int depth) {
        sink.put('[');
        boolean first = true;
        for (Json element : array.elements()) {
            if (!first) {
                sink.put(',');
            }
            first = false;
            write(sink, element, depth);
        }
        sink.put(']');
    }

    private static int deeper(int depth) {
        if (depth == CanonicalReader.DEPTH) {
            throw new IllegalArgumentException("nested deeper than " + CanonicalReader.DEPTH);
        }
        return depth + 1;
    }
}
