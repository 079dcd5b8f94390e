// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.canonical;

import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a value stands in a document that a person wrote. Spelled only when a message needs it, and small: a document may have half a
 * million values. Immutable.
 */
public final class JsonPlace {
    private static final int NAME_SHOWN = 64;
    private static final int DEEPEST_SHOWN = StrictJson.DEEPEST + 1;
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]{0,63}");

    private final @Nullable JsonPlace parent;
    private final @Nullable String name;
    private final int number;
    private final int line;

    private JsonPlace(@Nullable JsonPlace parent, @Nullable String name, int number, int line) {
        this.parent = parent;
        this.name = name;
        this.number = number;
        this.line = line;
    }

    /**
     * The whole document.
     *
     * @param line the line on which it begins
     * @return its place, {@code $}
     */
    public static JsonPlace root(int line) {
        return named("$", line);
    }

    /**
     * A place that is no part of a document, as an option.
     *
     * @param name how it is called, shown as it is
     * @param line the line on which it begins
     * @return its place
     */
    public static JsonPlace named(String name, int line) {
        return new JsonPlace(null, name, 0, line);
    }

    /**
     * A member of the object here.
     *
     * @param memberName its name; a plain one is shown as it is, another one quoted and escaped, a long one shortened
     * @param memberNumber the how-manieth member it is, from 0
     * @param memberLine the line on which its value begins
     * @return its place
     */
    public JsonPlace member(String memberName, int memberNumber, int memberLine) {
        return new JsonPlace(this, memberName, memberNumber, memberLine);
    }

    /**
     * An element of the array here.
     *
     * @param index from 0
     * @param elementLine the line on which it begins
     * @return its place
     */
    public JsonPlace element(int index, int elementLine) {
        return new JsonPlace(this, null, index, elementLine);
    }

    /**
     * The same place, on another line.
     *
     * @param otherLine the line
     * @return the place
     */
    public JsonPlace onLine(int otherLine) {
        return new JsonPlace(parent, name, number, otherLine);
    }

    /**
     * The line on which it begins.
     *
     * @return from 1
     */
    public int line() {
        return line;
    }

    /**
     * The way from the document to here.
     *
     * @return as {@code $.limits.max_calls} or {@code $.providers[1].id}
     */
    public String path() {
        return path(step -> true, step -> true);
    }

    /**
     * The way from the document to here, with the names shown that stand inside some members of the document only: what is inside
     * others may be somebody's data, also because the member that should hold it is misspelt.
     *
     * @param own the members of the document whose own names are shown
     * @return as {@link #path()}; inside another member the n-th member of an object, from 0, is {@code {n}}, as {@code $.request{2}[0]}
     */
    public String pathWithin(Set<String> own) {
        return path(step -> true, step -> step.isOneOf(own));
    }

    /**
     * The same for a document that could not be read to its end: where it is broken, anybody's data may stand for the name of a
     * member of the document, too.
     *
     * @param known the members of the document whose names are shown
     * @param own those of them whose own names are shown
     * @return as {@link #pathWithin(Set)}; another member of the document is {@code {n}} as well
     */
    public String pathWithin(Set<String> known, Set<String> own) {
        return path(step -> step.isOneOf(known), step -> step.isOneOf(own));
    }

    private String path(Predicate<JsonPlace> isNamed, Predicate<JsonPlace> isOpen) {
        JsonPlace[] way = new JsonPlace[DEEPEST_SHOWN];
        int depth = 0;
        JsonPlace place = this;
        while (place.parent != null) {
            way[depth++] = place;
            place = place.parent;
        }
        StringBuilder path = new StringBuilder(String.valueOf(place.name));
        boolean shown = depth > 0 && isNamed.test(way[depth - 1]);
        for (int i = depth - 1; i >= 0; i--) {
            path.append(shown || way[i].name == null ? way[i].step() : "{" + way[i].number + "}");
            shown = isOpen.test(way[depth - 1]);
        }
        return path.toString();
    }

    private boolean isOneOf(Set<String> members) {
        return name != null && members.contains(name);
    }

    private String step() {
        if (name == null) {
            return "[" + number + "]";
        }
        return PLAIN.matcher(name).matches() ? "." + name : quoted(name);
    }

    private static String quoted(String name) {
        StringBuilder shown = new StringBuilder("[\"");
        name.codePoints().limit(NAME_SHOWN).forEach(c -> {
            if (c < 0x20 || c >= 0x7F || c == '"' || c == '\\') {
                shown.append(String.format(Locale.ROOT, "\\u{%x}", c));
            } else {
                shown.append((char) c);
            }
        });
        return shown.append(name.codePointCount(0, name.length()) > NAME_SHOWN ? "…\"]" : "\"]").toString();
    }

    /**
     * Path and line.
     *
     * @return as {@code $.limits (line 3)}
     */
    @Override
    public String toString() {
        return path() + " (line " + line + ")";
    }
}
