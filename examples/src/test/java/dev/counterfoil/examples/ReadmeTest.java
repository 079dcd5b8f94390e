// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the README shows is what is compiled and run. */
final class ReadmeTest {
    private static final Path SOURCE = Path.of("src/main/java/dev/counterfoil/examples/OrderOnce.java");
    private static final Path README = Path.of("..", "README.md");

    @Test
    void the_java_block_of_the_readme_is_the_marked_part_of_the_example() throws IOException {
        List<String> marked = between(Files.readAllLines(SOURCE), "        // README: begin", "        // README: end").stream()
                .map(line -> line.isEmpty() ? line : line.substring(8))
                .toList();
        List<String> shown = between(Files.readAllLines(README), "```java", "```");
        assertTrue(marked.size() >= 10, "the example is found");
        assertEquals(String.join("\n", marked), String.join("\n", shown));
    }

    private static List<String> between(List<String> lines, String first, String last) {
        int from = lines.indexOf(first) + 1;
        int length = lines.subList(from, lines.size()).indexOf(last);
        return lines.subList(from, from + length);
    }
}
