// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.plan;

import dev.counterfoil.journal.canonical.JsonTree;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** JSON compared as plans are: the order of members does not matter, that of elements does, numbers are doubles. */
final class SameJson {
    private SameJson() {}

    static Object value(JsonTree tree) {
        if (tree instanceof JsonTree.Members object) {
            return object.members().entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, member -> value(member.getValue())));
        }
        if (tree instanceof JsonTree.Elements array) {
            List<Object> elements = array.elements().stream().map(SameJson::value).toList();
            return elements;
        }
        if (tree instanceof JsonTree.Numeral number) {
            return Double.parseDouble(number.text()) + 0.0;
        }
        if (tree instanceof JsonTree.Truth truth) {
            return truth.value();
        }
        return tree instanceof JsonTree.Text text ? text.value() : "null";
    }
}
