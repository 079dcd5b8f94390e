// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.canonical;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where a value stands in a document that a person wrote: spelled only when a message needs it. Immutable.
 *
 * @param parent the value that holds it; empty for the whole document
 * @param step from the parent to here: {@code .name} or {@code [3]}
 * @param line the line on which it begins, from 1
 */
public record JsonPlace(Optional<JsonPlace> parent, String step, int line) {
    private static final int NAME_SHOWN = 64;
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]{0,63}");

    /**
     * The whole document.
     *
     * @param line the line on which it begins
     * @return its place, {@code $}
     */
    public static JsonPlace root(int line) {
        return new JsonPlace(Optional.empty(), "$", line);
    }

    /**
     * A member of the object here.
     *
     * @param name its name; a plain one is shown as it is, another one quoted and escaped, a long one shortened
     * @param line the line on which its value begins
     * @return its place
     */
    public JsonPlace member(String name, int line) {
        return new JsonPlace(Optional.of(this), PLAIN.matcher(name).matches() ? "." + name : quoted(name), line);
    }

    /**
     * An element of the array here.
     *
     * @param index from 0
     * @param line the line on which it begins
     * @return its place
     */
    public JsonPlace element(int index, int line) {
        return new JsonPlace(Optional.of(this), "[" + index + "]", line);
    }

    /**
     * The way from the document to here.
     *
     * @return as {@code $.limits.max_calls} or {@code $.providers[1].id}
     */
    public String path() {
        StringBuilder path = new StringBuilder(step);
        Optional<JsonPlace> above = parent;
        while (above.isPresent()) {
            path.insert(0, above.get().step);
            above = above.get().parent;
        }
        return path.toString();
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
