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
public record Line(String json, JsonTree.Members members) {
    private static final int MAX_BYTES = 1 << 22;

    /** Reads it strictly. */
    public static Line of(String json) {
        if (StrictJson.read(json.getBytes(StandardCharsets.UTF_8), MAX_BYTES) instanceof JsonTree.Members object) {
            return new Line(json, object);
        }
        throw new IllegalArgumentException("not an object: " + json);
    }

    /** The text of a member. */
    public Optional<String> text(String name) {
        return members.member(name).filter(JsonTree.Text.class::isInstance).map(text -> ((JsonTree.Text) text).value());
    }

    /** The number of a member. */
    public Optional<Long> whole(String name) {
        return members.member(name).filter(JsonTree.Numeral.class::isInstance)
                .map(number -> ((JsonTree.Numeral) number).whole().orElseThrow());
    }

    /** The number of a member that is there. */
    public long number(String name) {
        return whole(name).orElseThrow(() -> new IllegalArgumentException("no number " + name));
    }

    /** Whether a member is true. */
    public boolean yes(String name) {
        return members.member(name).filter(JsonTree.Truth.class::isInstance).map(truth -> ((JsonTree.Truth) truth).value()).orElse(false);
    }

    /** The object in a member. */
    public Optional<Line> object(String name) {
        return members.member(name).filter(JsonTree.Members.class::isInstance).map(object -> new Line("", (JsonTree.Members) object));
    }

    /** Whether a member is that text. */
    public boolean is(String name, String value) {
        return text(name).equals(Optional.of(value));
    }

    /** An event tells of a step; the other lines of the command are results. */
    public boolean isEvent() {
        return members.member("event").isPresent();
    }

    /** The same with another text in it. */
    public Line with(String old, String other) {
        return of(json.replace(old, other));
    }

    /** Whose line it is. */
    public String invocation() {
        return text("invocation").orElse("");
    }
}
