// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.dump;

import dev.counterfoil.journal.canonical.Json;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Members of {@link DumpLines} in words, for every page that people read. Pure; thread-safe. */
public final class MemberText {
    private static final DateTimeFormatter INSTANT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSX", Locale.ROOT).withZone(ZoneOffset.UTC);

    /** What stands in a record's first line, or in its line of links. */
    private static final Set<String> PLACED =
            Set.of("record", "invocation", "sequence", "digest", "previous", "epoch", "at_millis", "ordinal");

    /** What may be long and have line ends. */
    private static final Set<String> BYTES = Set.of("canonical", "request", "request_base64", "response", "response_base64", "evidence",
            "evidence_base64", "key");

    private MemberText() {}

    /**
     * A member in words. Null members say nothing to people: they are left out of objects.
     *
     * @param value the member
     * @return its text as it is, so with whatever characters stand in a payload
     */
    public static String of(Json value) {
        if (value instanceof Json.Members object) {
            return object.members().entrySet().stream()
                    .filter(member -> !(member.getValue() instanceof Json.Null))
                    .map(member -> member.getKey() + " " + of(member.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        if (value instanceof Json.Elements array) {
            return array.elements().stream().map(MemberText::of).collect(Collectors.joining(", ", "[", "]"));
        }
        if (value instanceof Json.Text text) {
            return text.value();
        }
        if (value instanceof Json.Whole whole) {
            return Long.toString(whole.value());
        }
        return value instanceof Json.Truth truth ? Boolean.toString(truth.value()) : "unknown";
    }

    /**
     * An instant as every page of ours spells it: UTC, to the millisecond.
     *
     * @param at the instant
     * @return as in {@code 2026-11-30T00:49:30.628Z}
     */
    public static String of(Instant at) {
        return INSTANT.format(at);
    }

    /**
     * Whether a member says where its record stands, and not what it holds.
     *
     * @param name the member
     * @return true for what belongs into a heading or beside the links
     */
    public static boolean isPlace(String name) {
        return PLACED.contains(name);
    }

    /**
     * Whether a member is there with payloads only.
     *
     * @param name the member
     * @return true for bytes, their text and the operation key
     */
    public static boolean isBytes(String name) {
        return BYTES.contains(name);
    }
}
