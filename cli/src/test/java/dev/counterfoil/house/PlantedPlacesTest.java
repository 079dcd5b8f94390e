// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The attacks' controls plant faults into copies of our sources, by a file and a piece of its text: both must be there. */
@Tag("once")
final class PlantedPlacesTest {
    private static final Pattern PLANT = Pattern.compile("\"(dev/counterfoil/[A-Za-z/]+\\.java)\",\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");

    /** What is planted into nothing, each with its tool. */
    private static List<String> missing(Map<String, String> files) {
        List<String> missing = new ArrayList<>();
        files.forEach((tool, text) -> {
            Matcher plant = PLANT.matcher(tool.startsWith("recovery-fixtures/tools/") && tool.endsWith(".py") ? text : "");
            while (plant.find()) {
                String place = plant.group(1);
                String piece = plant.group(2).translateEscapes();
                long there = files.entrySet().stream().filter(file -> file.getKey().endsWith("src/main/java/" + place))
                        .map(Map.Entry::getValue).filter(source -> source.contains(piece))
                        .filter(source -> source.indexOf(piece) == source.lastIndexOf(piece)).count();
                if (there != 1) {
                    missing.add(tool + ": " + place + " has not once: " + piece);
                }
            }
        });
        return missing;
    }

    @Test
    void each_place_that_a_tool_plants_into_is_there_once() {
        assertEquals(List.of(), missing(SourceTree.current().files()));
    }

    @Test
    void a_place_that_moved_is_told() {
        String tool = "recovery-fixtures/tools/one.py";
        String source = "journal/src/main/java/dev/counterfoil/A.java";
        String plants = "plant(\"dev/counterfoil/A.java\", \"one();\\n  two();\", \"\")";
        assertEquals(List.of(), missing(Map.of(tool, plants, source, "{ one();\n  two(); }")));
        assertEquals(1, missing(Map.of(tool, plants, source, "{ one(); two(); }")).size());
        assertEquals(1, missing(Map.of(tool, plants)).size());
        assertTrue(missing(Map.of(tool, plants, source, "one();\n  two(); one();\n  two();")).get(0).startsWith(tool));
    }
}
