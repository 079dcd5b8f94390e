// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.cli.output.ExitStatus;
import dev.counterfoil.journal.store.StoreProblem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page for people who run it knows every exit status and every word of a store that is not available. */
final class OperationsPageTest {
    private static List<List<String>> table(String name) throws IOException {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("docs").resolve("OPERATIONS.md"))) {
            folder = folder.getParent();
        }
        String page = Files.readString(folder.resolve("docs").resolve("OPERATIONS.md"), StandardCharsets.UTF_8);
        int begin = page.indexOf("<!-- " + name + ": begin -->");
        int end = page.indexOf("<!-- " + name + ": end -->");
        assertTrue(begin >= 0 && end > begin, "the page has both markers of " + name);
        return page.substring(begin, end).lines().skip(3)
                .map(line -> Arrays.stream(line.split("\\|")).skip(1).map(String::strip).toList()).toList();
    }

    @Test
    void every_exit_status_is_there_with_its_meaning_and_asks_for_something() throws IOException {
        List<List<String>> rows = table("exit");
        assertEquals(
                Arrays.stream(ExitStatus.values()).map(status -> List.of(Integer.toString(status.code()), status.meaning())).toList(),
                rows.stream().map(row -> row.subList(0, 2)).toList());
        assertTrue(rows.stream().allMatch(row -> row.size() == 3 && !row.get(2).isEmpty()), rows.toString());
    }

    @Test
    void every_word_of_a_store_is_there_and_asks_for_something() throws IOException {
        List<List<String>> rows = table("store");
        assertEquals(
                Arrays.stream(StoreProblem.values()).map(problem -> "`" + problem.code() + "`").toList(),
                rows.stream().map(row -> row.get(0)).toList());
        assertTrue(rows.stream().allMatch(row -> row.size() == 2 && !row.get(1).isEmpty()), rows.toString());
    }
}
