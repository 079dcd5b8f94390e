// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.answer;

import dev.counterfoil.journal.canonical.JsonTree;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where two JSON values differ: by what they say, so the order of members and white space do not count. A number counts by its digits:
 * {@code 4.0} is not {@code 4}. Pure; thread-safe.
 */
public final class TreeDifference {
    private TreeDifference() {}

    /**
     * The first difference, in the order of what was expected.
     *
     * @param expected one value
     * @param found the other
     * @return its path and what differs there, or empty where they say the same
     */
    public static Optional<String> first(JsonTree expected, JsonTree found) {
        return first("$", expected, found);
    }

    private static Optional<String> first(String path, JsonTree expected, JsonTree found) {
        if (expected instanceof JsonTree.Members ours && found instanceof JsonTree.Members theirs) {
            return members(path, ours.members(), theirs.members());
        }
        if (expected instanceof JsonTree.Elements ours && found instanceof JsonTree.Elements theirs) {
            return elements(path, ours.elements(), theirs.elements());
        }
        boolean same = expected.kind().equals(found.kind()) && TreeText.compact(expected).equals(TreeText.compact(found));
        return same ? Optional.empty() : Optional.of(path + ": is " + shown(found) + ", not " + shown(expected));
    }

    private static Optional<String> members(String path, Map<String, JsonTree> expected, Map<String, JsonTree> found) {
        for (Map.Entry<String, JsonTree> member : expected.entrySet()) {
            String here = path + "." + member.getKey();
            JsonTree theirs = found.get(member.getKey());
            Optional<String> difference =
                    theirs == null ? Optional.of(here + ": is missing") : first(here, member.getValue(), theirs);
            if (difference.isPresent()) {
                return difference;
            }
        }
        return found.keySet().stream().filter(name -> !expected.containsKey(name)).findFirst()
                .map(name -> path + "." + name + ": should not be there");
    }

    private static Optional<String> elements(String path, List<JsonTree> expected, List<JsonTree> found) {
        for (int i = 0; i < Math.min(expected.size(), found.size()); i++) {
            Optional<String> difference = first(path + "[" + i + "]", expected.get(i), found.get(i));
            if (difference.isPresent()) {
                return difference;
            }
        }
        return expected.size() == found.size() ? Optional.empty()
                : Optional.of(path + ": has " + found.size() + " elements, not " + expected.size());
    }

    private static String shown(JsonTree value) {
        boolean nested = value instanceof JsonTree.Members || value instanceof JsonTree.Elements;
        String text = nested ? "an " + value.kind() : TreeText.compact(value);
        return text.length() > 80 ? text.substring(0, 80) + "…" : text;
    }
}
