// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.bench.report;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Maps, lists, numbers and plain texts as indented JSON; a list of plain values stands on one line. Pure; thread-safe. */
public final class JsonText {
    private JsonText() {}

    /**
     * The text.
     *
     * @param value maps, lists, numbers, truths and texts without quotes
     * @return several lines
     * @throws IllegalArgumentException where a text would need an escape
     */
    public static String of(Object value) {
        return text(value, "\n") + "\n";
    }

    private static String text(Object value, String newLine) {
        String deeper = newLine + " ";
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream().map(each -> deeper + quoted(each.getKey()) + ": " + text(each.getValue(), deeper))
                    .collect(Collectors.joining(",", "{", newLine + "}"));
        }
        if (value instanceof List<?> list) {
            boolean plain = list.stream().noneMatch(each -> each instanceof Map || each instanceof List);
            return plain
                    ? list.stream().map(each -> text(each, newLine)).collect(Collectors.joining(", ", "[", "]"))
                    : list.stream().map(each -> deeper + text(each, deeper)).collect(Collectors.joining(",", "[", newLine + "]"));
        }
        if (value instanceof BigDecimal decimal) {
            return decimal.toPlainString();
        }
        if (value instanceof Number || value instanceof Boolean) {
            return value instanceof Double number
                    ? new BigDecimal(number.toString()).stripTrailingZeros().toPlainString() : value.toString();
        }
        return quoted(value);
    }

    private static String quoted(Object value) {
        String text = value.toString();
        if (text.chars().anyMatch(c -> c < ' ' || c == '"' || c == '\\')) {
            throw new IllegalArgumentException("no plain text: " + text);
        }
        return '"' + text + '"';
    }
}
