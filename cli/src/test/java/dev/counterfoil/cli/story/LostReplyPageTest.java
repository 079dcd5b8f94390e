// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.story;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.cli.QuickStart;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/LOST_REPLY.md as somebody follows it who has a shell: block after block, as it stands there, but for the port. */
@Tag("once")
final class LostReplyPageTest {
    private static final Path PAGE = Path.of("..", "docs", "LOST_REPLY.md");
    private static final String PORT = "8484";
    private static final Pattern BLOCK = Pattern.compile("(?s)```sh\\n(.*?)```(?:\\n\\n```text\\n(.*?)```)?");
    private static final String KILL = "run --journal orders.journal --spec inspection.json\n";
    private static final int KILLED = 137;

    @TempDir
    private Path directory;

    /** What is typed, and what is printed then; nothing where the page shows nothing. */
    private record Block(String typed, String printed) {}

    private static List<Block> blocks() throws IOException {
        return BLOCK.matcher(Files.readString(PAGE)).results()
                .map(found -> new Block(found.group(1), Optional.ofNullable(found.group(2)).orElse(""))).toList();
    }

    /** {@code ./counterfoil}, as it would be in a clone. */
    private void makeLauncher() throws IOException {
        String words = QuickStart.words().stream().map(word -> "'" + word.replace("'", "'\\''") + "'").collect(Collectors.joining(" "));
        Path launcher = Files.writeString(directory.resolve("counterfoil"), "#!/bin/sh\nexec " + words + " \"$@\"\n");
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
    }

    private Process typed(String script) throws IOException {
        return new ProcessBuilder("sh", "-c", script).directory(directory.toFile())
                .redirectError(directory.resolve("err").toFile()).start();
    }

    private String printed(Block block, String port) throws IOException, InterruptedException {
        Process shell = typed(block.typed().replace(PORT, port));
        String out = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = shell.waitFor();
        assertEquals(block.typed().endsWith(KILL), status == KILLED, block.typed() + status + Files.readString(directory.resolve("err")));
        return out;
    }

    @Test
    void block_after_block_it_prints_what_the_page_says() throws IOException, InterruptedException {
        makeLauncher();
        Iterator<Block> blocks = blocks().iterator();
        Block serve = blocks.next();
        Process receiver = typed("exec " + serve.typed().replace(PORT, "0"));
        try {
            String listening = new BufferedReader(new InputStreamReader(receiver.getInputStream(), StandardCharsets.UTF_8)).readLine();
            String port = listening.replaceAll("\\D+", " ").strip().replaceAll(".* ", "");
            assertEquals(serve.printed().strip(), listening.replace(port, PORT));
            int followed = 0;
            while (blocks.hasNext()) {
                Block block = blocks.next();
                assertEquals(block.printed(), printed(block, port), block.typed());
                followed++;
            }
            assertTrue(followed >= 8, followed + " blocks");
        } finally {
            receiver.destroy();
            assertTrue(receiver.waitFor(120, TimeUnit.SECONDS));
        }
        assertEquals("{\"state\":\"completed\",\"effect_id\":1}", Files.readString(directory.resolve("lost.txt")));
    }
}
