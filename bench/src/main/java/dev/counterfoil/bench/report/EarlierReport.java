// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.bench.report;

import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.journal.canonical.StrictJson;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A report that was written before, of which some sections are measured anew and the others stay: what is compared stands in one section,
 * so each is whole. Immutable: a look at a file, without a state.
 */
public final class EarlierReport {
    private EarlierReport() {}

    /**
     * Reads it.
     *
     * @param file where it is
     * @param conditions those of today
     * @return its sections by name
     * @throws IOException where it cannot be read
     * @throws IllegalStateException where it was measured under other conditions
     */
    public static Map<String, Object> sections(Path file, Map<String, Object> conditions) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        JsonTree.Members report = (JsonTree.Members) StrictJson.read(bytes, bytes.length);
        Map<String, Object> sections = new LinkedHashMap<>();
        report.members().forEach((name, value) -> sections.put(name, plain(value)));
        String before = JsonText.of(sections.remove("conditions"));
        if (!before.equals(JsonText.of(conditions))) {
            throw new IllegalStateException(file + " was measured under other conditions; measure all of it: make bench");
        }
        return sections;
    }

    private static Object plain(JsonTree value) {
        if (value instanceof JsonTree.Members members) {
            Map<String, Object> map = new LinkedHashMap<>();
            members.members().forEach((name, each) -> map.put(name, plain(each)));
            return map;
        }
        if (value instanceof JsonTree.Elements list) {
            return List.copyOf(list.elements().stream().map(EarlierReport::plain).toList());
        }
        if (value instanceof JsonTree.Numeral number) {
            return new BigDecimal(number.text());
        }
        if (value instanceof JsonTree.Truth truth) {
            return truth.value();
        }
        return ((JsonTree.Text) value).value();
    }
}
