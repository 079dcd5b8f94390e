// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills;

import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.journal.canonical.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * One JSON object that the command printed. Immutable.
 *
 * @param json its text; empty for an object inside another
 * @param members what it holds
 */
record Line(String json, JsonTree.Members members) {
    private static final int MAX_BYTES = 1 << 22;

    static Line of(String json) {
        if (StrictJson.read(json.getBytes(StandardCharsets.UTF_8), MAX_BYTES) instanceof JsonTree.Members object) {
            return new Line(json, object);
        }
        throw new IllegalArgumentException("not an object: " + json);
    }

    Optional<String> text(String name) {
        return members.member(name).filter(JsonTree.Text.class::isInstance).map(text -> ((JsonTree.Text) text).value());
    }

    Optional<Long> whole(String name) {
        return members.member(name).filter(JsonTree.Numeral.class::isInstance)
                .map(number -> ((JsonTree.Numeral) number).whole().orElseThrow());
    }

    long number(String name) {
        return whole(name).orElseThrow(() -> new IllegalArgumentException("no number " + name));
    }

    boolean yes(String name) {
        return members.member(name).filter(JsonTree.Truth.class::isInstance).map(truth -> ((JsonTree.Truth) truth).value()).orElse(false);
    }

    Optional<Line> object(String name) {
        return members.member(name).filter(JsonTree.Members.class::isInstance).map(object -> new Line("", (JsonTree.Members) object));
    }

    boolean is(String name, String value) {
        return text(name).equals(Optional.of(value));
    }

    /** An event tells of a step; the other lines of the command are results. */
    boolean isEvent() {
        return members.member("event").isPresent();
    }

    /** The same with another text in it. */
    Line with(String old, String other) {
        return of(json.replace(old, other));
    }

    String invocation() {
        return text("invocation").orElse("");
    }
}
