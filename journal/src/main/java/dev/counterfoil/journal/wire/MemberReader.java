// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.wire;

import dev.counterfoil.journal.canonical.Json;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Coded;
import dev.counterfoil.journal.record.Content;
import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.DamageException;
import dev.counterfoil.journal.record.DamageReason;
import dev.counterfoil.journal.record.Sha256;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Takes the members of one object, each by its name and type, and refuses what is left over. Whatever it refuses is a
 * {@link DamageException} that names the member and never its value. Confined to one thread.
 */
final class MemberReader {
    private final Json.Members object;
    private final String path;
    private final Set<String> taken = new HashSet<>();

    MemberReader(Json.Members object, String path) {
        this.object = object;
        this.path = path;
    }

    static MemberReader of(Json value, String path) {
        if (value instanceof Json.Members members) {
            return new MemberReader(members, path.isEmpty() ? path : path + ".");
        }
        throw refusal(path.isEmpty() ? "record" : path, "an object");
    }

    private Json take(String name) {
        taken.add(name);
        return object.member(name).orElseThrow(() -> refusal(path + name, "a member of this name"));
    }

    Optional<Json> nullable(String name) {
        Json value = take(name);
        return value.equals(Json.NULL) ? Optional.empty() : Optional.of(value);
    }

    private String text(Json value, String name) {
        if (value instanceof Json.Text text) {
            return text.value();
        }
        throw refusal(path + name, "a string");
    }

    private long whole(Json value, String name) {
        if (value instanceof Json.Whole whole) {
            return whole.value();
        }
        throw refusal(path + name, "an integer");
    }

    String text(String name) {
        return text(take(name), name);
    }

    Optional<String> optionalText(String name) {
        return nullable(name).map(value -> text(value, name));
    }

    long whole(String name) {
        return whole(take(name), name);
    }

    OptionalLong optionalWhole(String name) {
        return nullable(name).map(value -> OptionalLong.of(whole(value, name))).orElse(OptionalLong.empty());
    }

    int ordinal(String name) {
        return ordinal(take(name), name);
    }

    Optional<Integer> optionalOrdinal(String name) {
        return nullable(name).map(value -> ordinal(value, name));
    }

    private int ordinal(Json value, String name) {
        long ordinal = whole(value, name);
        if (ordinal < 0 || ordinal >= Bounds.ATTEMPTS) {
            throw refusal(path + name, "an ordinal from 0 to " + (Bounds.ATTEMPTS - 1));
        }
        return (int) ordinal;
    }

    boolean truth(String name) {
        if (take(name) instanceof Json.Truth truth) {
            return truth.value();
        }
        throw refusal(path + name, "true or false");
    }

    MemberReader object(String name) {
        return of(take(name), path + name);
    }

    Optional<MemberReader> optionalObject(String name) {
        return nullable(name).map(value -> of(value, path + name));
    }

    List<Json> array(String name) {
        if (take(name) instanceof Json.Elements array) {
            return array.elements();
        }
        throw refusal(path + name, "an array");
    }

    Stream<String> texts(String name) {
        return array(name).stream().map(value -> text(value, name));
    }

    <E extends Enum<E> & Coded> E word(Class<E> list, String name) {
        return word(list, take(name), name);
    }

    <E extends Enum<E> & Coded> Optional<E> optionalWord(Class<E> list, String name) {
        return nullable(name).map(value -> word(list, value, name));
    }

    private <E extends Enum<E> & Coded> E word(Class<E> list, Json value, String name) {
        return Coded.find(list, text(value, name)).orElseThrow(() -> refusal(path + name, "a word of its list"));
    }

    Optional<Sha256> optionalDigest(String name) {
        return nullable(name).map(value -> digest(text(value, name), name));
    }

    private Sha256 digest(String hex, String name) {
        try {
            return Sha256.ofHex(hex);
        } catch (IllegalArgumentException e) {
            throw refusal(path + name, "64 lower-case hex digits");
        }
    }

    Content content(String digestName, String lengthName) {
        return new Content(digest(text(digestName), digestName), whole(lengthName));
    }

    /** Digest and length stand together or are null together. */
    Optional<Content> optionalContent(String digestName, String lengthName) {
        Optional<Sha256> digest = optionalDigest(digestName);
        OptionalLong length = optionalWhole(lengthName);
        if (digest.isPresent() != length.isPresent()) {
            throw refusal(path + lengthName, "null exactly when " + digestName + " is");
        }
        return digest.map(sha256 -> new Content(sha256, length.getAsLong()));
    }

    /** Refuses members that nobody took. */
    void end() {
        if (taken.size() != object.members().size()) {
            throw refusal(path.isEmpty() ? "record" : path.substring(0, path.length() - 1), "the members of its kind and no other");
        }
    }

    DamageException refusal(String name) {
        return refusal(path + name, "a value of its list");
    }

    private static DamageException refusal(String where, String expected) {
        return new DamageException(
                new Damage(DamageReason.NOT_CANONICAL, where, Optional.of(expected), Optional.empty()));
    }
}
