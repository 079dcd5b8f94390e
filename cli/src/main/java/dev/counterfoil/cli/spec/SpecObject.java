// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.journal.canonical.JsonPlace;
import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Coded;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * One object of a spec, read member by member. Every member has one type; null stands for none of them, except for a ceiling.
 * Immutable.
 */
final class SpecObject {
    private final SpecSource source;
    private final JsonTree.Members object;

    private SpecObject(SpecSource source, JsonTree.Members object) {
        this.source = source;
        this.object = object;
    }

    /** The object, which may hold the given members and no others. */
    static SpecObject of(SpecSource source, JsonTree value, String... known) {
        if (!(value instanceof JsonTree.Members object)) {
            throw source.refuse(value.place(), "must be an object, is " + article(value));
        }
        Set<String> names = Set.of(known);
        object.members().forEach((name, member) -> {
            if (!names.contains(name)) {
                throw source.refuse(member.place(), "unknown member; known are " + String.join(", ", known));
            }
        });
        return new SpecObject(source, object);
    }

    SpecSource source() {
        return source;
    }

    JsonPlace place() {
        return object.place();
    }

    boolean has(String name) {
        return object.member(name).isPresent();
    }

    Optional<JsonTree> member(String name) {
        return object.member(name);
    }

    JsonTree required(String name) {
        return member(name).orElseThrow(() -> source.refuse(place(), "has no " + name + "; give it"));
    }

    /** Where a member stands; where it is missing, where its object does. */
    JsonPlace placeOf(String name) {
        return member(name).map(JsonTree::place).orElse(place());
    }

    CommandException refuse(String name, String what) {
        return source.refuse(placeOf(name), what);
    }

    Optional<String> text(String name) {
        return member(name).map(this::text);
    }

    String text(JsonTree value) {
        if (value instanceof JsonTree.Text text) {
            return text.value();
        }
        throw source.refuse(value.place(), "must be a string, is " + article(value));
    }

    /** A text that a record's own constructor checks; its messages never hold the text. */
    <T> Optional<T> checked(String name, Function<String, T> check) {
        return member(name).map(value -> checked(value, check));
    }

    <T> T checked(JsonTree value, Function<String, T> check) {
        String text = text(value);
        return attempt(value.place(), () -> check.apply(text));
    }

    <T> T attempt(JsonPlace at, Supplier<T> check) {
        try {
            return check.get();
        } catch (IllegalArgumentException wrong) {
            throw source.refuse(at, String.valueOf(wrong.getMessage()));
        }
    }

    <E extends Enum<E> & Coded> Optional<E> word(String name, Class<E> list) {
        return member(name).map(value -> Coded.find(list, text(value)).orElseThrow(() -> source.refuse(value.place(),
                "must be one of " + Arrays.stream(list.getEnumConstants()).map(Coded::code).collect(Collectors.joining(", ")))));
    }

    /** A whole number within the canonical integers, negative ones too. */
    OptionalLong whole(String name) {
        return member(name).map(value -> OptionalLong.of(whole(value))).orElse(OptionalLong.empty());
    }

    long whole(JsonTree value) {
        if (!(value instanceof JsonTree.Numeral number)) {
            throw source.refuse(value.place(), "must be a whole number, is " + article(value));
        }
        OptionalLong whole = number.whole();
        if (whole.isEmpty() || Math.abs(whole.getAsLong()) > Bounds.INTEGER || whole.getAsLong() == Long.MIN_VALUE) {
            throw source.refuse(value.place(), "must be a whole number within ±" + Bounds.INTEGER);
        }
        return whole.getAsLong();
    }

    /** A number that may be null, which says that there is no ceiling. */
    OptionalLong ceiling(String name) {
        return member(name).filter(JsonTree.Null.class::isInstance).isPresent() ? OptionalLong.empty() : whole(name);
    }

    List<JsonTree> elements(String name) {
        return member(name).map(value -> {
            if (value instanceof JsonTree.Elements array) {
                return array.elements();
            }
            throw source.refuse(value.place(), "must be an array, is " + article(value));
        }).orElse(List.of());
    }

    <T> List<T> names(String name, Function<String, T> check) {
        List<T> names = new ArrayList<>();
        elements(name).forEach(value -> names.add(checked(value, check)));
        return names;
    }

    private static String article(JsonTree value) {
        return switch (value.kind()) {
            case "null" -> "null";
            case "object", "array" -> "an " + value.kind();
            default -> "a " + value.kind();
        };
    }
}
