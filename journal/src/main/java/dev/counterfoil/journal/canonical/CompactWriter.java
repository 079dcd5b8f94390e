// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.canonical;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * Writes JSON for people and programs to read: no spaces, members in the order in which they were given. Not the canonical form, which
 * sorts them, so nothing is digested over it. Pure; immutable and thread-safe.
 */
public final class CompactWriter {
    private CompactWriter() {}

    /**
     * A value as one line.
     *
     * @param value the value
     * @return its text, without an end of line
     */
    public static String write(Json value) {
        CanonicalSink sink = new CanonicalSink();
        write(sink, value);
        return new String(sink.toBytes(), StandardCharsets.UTF_8);
    }

    private static void write(CanonicalSink sink, Json value) {
        if (value instanceof Json.Members object) {
            object(sink, object.members());
        } else if (value instanceof Json.Elements array) {
            array(sink, array.elements());
        } else {
            sink.raw(CanonicalWriter.write(value));
        }
    }

    private static void object(CanonicalSink sink, Map<String, Json> members) {
        char before = '{';
        for (Map.Entry<String, Json> member : members.entrySet()) {
            sink.put(before);
            sink.text(member.getKey());
            sink.put(':');
            write(sink, member.getValue());
            before = ',';
        }
        sink.ascii(members.isEmpty() ? "{}" : "}");
    }

    private static void array(CanonicalSink sink, List<Json> elements) {
        char before = '[';
        for (Json element : elements) {
            sink.put(before);
            write(sink, element);
            before = ',';
        }
        sink.ascii(elements.isEmpty() ? "[]" : "]");
    }
}
