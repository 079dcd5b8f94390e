// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.counterfoil.cli.plan.PlanRefusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The page about planning: each policy on it, planned again, gives the text below it; each refusal is listed, and none other. */
@Tag("once")
class PlanningPageTest {
    private static final Pattern EXAMPLE = Pattern.compile("(?s)```json\\n(.*?)```.*?```text\\n(.*?)\\n```");
    private static final Pattern REFUSALS = Pattern.compile("(?s)\\| Refusal \\|.*?\\n\\n");
    private static final Pattern CODE = Pattern.compile("`([a-z_]+)`");

    @Test
    void every_answer_on_the_page_is_the_one_that_is_given() throws IOException {
        List<MatchResult> examples = EXAMPLE.matcher(page()).results().toList();
        assertEquals(3, examples.size());
        for (MatchResult example : examples) {
            assertEquals(Inside.runWith(example.group(1), "plan").out().stripTrailing(), example.group(2));
        }
    }

    @Test
    void every_refusal_is_on_the_page() throws IOException {
        String table = REFUSALS.matcher(page()).results().findFirst().orElseThrow().group();
        Set<String> listed = CODE.matcher(table).results().map(code -> code.group(1)).collect(Collectors.toSet());
        assertEquals(Arrays.stream(PlanRefusal.values()).map(PlanRefusal::code).collect(Collectors.toSet()), listed);
    }

    private static String page() throws IOException {
        return Files.readString(Path.of("..", "docs", "PLANNING.md"));
    }
}
