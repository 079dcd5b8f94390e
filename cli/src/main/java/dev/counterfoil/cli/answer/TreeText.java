// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.answer;

import dev.counterfoil.journal.canonical.CompactWriter;
import dev.counterfoil.journal.canonical.Json;
import dev.counterfoil.journal.canonical.JsonTree;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** JSON as it was read, written again: numbers with their own digits, members in their own order. Pure; confined to one text. */
public final class TreeText {
    /** What is longer is indented. */
    private static final int WIDTH = 132;

    /** The same for what has nothing below it that could be indented: a list of numbers, an event. */
    private static final int FLAT_WIDTH = 300;
    private static final int WORD = 60;

    private static final String STEP = "  ";

    private final StringBuilder text = new StringBuilder();

    private TreeText() {}

    /**
     * In one line.
     *
     * @param value the value
     * @return its text, without an end of line
     */
    public static String compact(JsonTree value) {
        TreeText text = new TreeText();
        text.compactly(value, ",", ":");
        return text.text.toString();
    }

    /**
     * For people and their tools: what fits stays on a line, the rest is indented.
     *
     * @param value the value
     * @return several lines, with the last end of line
     */
    public static String indented(JsonTree value) {
        TreeText text = new TreeText();
        text.indented(value, "", 0);
        return text.text.append('\n').toString();
    }

    private void indented(JsonTree value, String indent, int before) {
        TreeText line = new TreeText();
        line.compactly(value, ", ", ": ");
        int width = indent.length() + before + line.text.length();
        if (width < (isFlat(value) ? FLAT_WIDTH : WIDTH) || isScalar(value)) {
            text.append(line.text);
        } else if (value instanceof JsonTree.Members object) {
            text.append('{');
            Iterator<Map.Entry<String, JsonTree>> members = object.members().entrySet().iterator();
            while (members.hasNext()) {
                Map.Entry<String, JsonTree> member = members.next();
                String name = quoted(member.getKey()) + ": ";
                text.append('\n').append(indent).append(STEP).append(name);
                indented(member.getValue(), indent + STEP, name.length() + 1);
                text.append(members.hasNext() ? "," : "\n" + indent + "}");
            }
        } else {
            elements(((JsonTree.Elements) value).elements(), indent);
        }
    }

    private void elements(List<JsonTree> elements, String indent) {
        text.append('[');
        for (int i = 0; i < elements.size(); i++) {
            text.append('\n').append(indent).append(STEP);
            indented(elements.get(i), indent + STEP, 1);
            text.append(i + 1 < elements.size() ? "," : "\n" + indent + "]");
        }
    }

    private static boolean isFlat(JsonTree value) {
        return value instanceof JsonTree.Members object ? object.members().values().stream().allMatch(TreeText::isList) : isList(value);
    }

    private static boolean isList(JsonTree value) {
        return value instanceof JsonTree.Elements array ? array.elements().stream().allMatch(TreeText::isWord) : isWord(value);
    }

    /** A sentence has a line of its own. */
    private static boolean isWord(JsonTree value) {
        return isScalar(value) && !(value instanceof JsonTree.Text text && text.value().length() > WORD);
    }

    private static boolean isScalar(JsonTree value) {
        return !(value instanceof JsonTree.Members) && !(value instanceof JsonTree.Elements);
    }

    private void compactly(JsonTree value, String comma, String colon) {
        if (value instanceof JsonTree.Members object) {
            String before = "{";
            for (Map.Entry<String, JsonTree> member : object.members().entrySet()) {
                text.append(before).append(quoted(member.getKey())).append(colon);
                compactly(member.getValue(), comma, colon);
                before = comma;
            }
            text.append(object.members().isEmpty() ? "{}" : "}");
        } else if (value instanceof JsonTree.Elements array) {
            String before = "[";
            for (JsonTree element : array.elements()) {
                text.append(before);
                compactly(element, comma, colon);
                before = comma;
            }
            text.append(array.elements().isEmpty() ? "[]" : "]");
        } else {
            text.append(scalar(value));
        }
    }

    private static String scalar(JsonTree value) {
        if (value instanceof JsonTree.Text characters) {
            return quoted(characters.value());
        }
        if (value instanceof JsonTree.Numeral number) {
            return number.text();
        }
        return value instanceof JsonTree.Truth truth ? Boolean.toString(truth.value()) : "null";
    }

    private static String quoted(String characters) {
        return CompactWriter.write(Json.text(characters));
    }
}
