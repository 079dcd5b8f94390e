// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The spec on the page about model APIs is one that the command takes. */
@Tag("once")
class ModelSpecTest {
    private static final Pattern SPEC = Pattern.compile("(?s)```json\\n(.*?)```");

    @TempDir
    private Path directory;

    @Test
    void the_spec_on_the_page_is_read_and_fits() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "MODELS.md"));
        List<String> specs = SPEC.matcher(page).results().map(each -> each.group(1)).toList();
        assertEquals(1, specs.size());
        Path file = Files.writeString(directory.resolve("question.json"), specs.get(0));
        Cli.Ended ran = Inside.run("plan", "--spec", file.toString());
        assertEquals(0, ran.status(), ran.err());
    }
}
