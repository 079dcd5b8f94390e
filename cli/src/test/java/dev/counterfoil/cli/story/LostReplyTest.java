// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.story;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.cli.Cli;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The story of docs/LOST_REPLY.md, told by real processes: an application that is killed, a wire that loses the reply, the receiver that
 * {@code receiver serve} is. The commands are those of the page, as they stand there, and what they print is what stands below them; in
 * place of its {@code run} is the application. As a newcomer gives them they are given by {@link LostReplyPageTest}.
 */
@Tag("once")
final class LostReplyTest {
    private static final Path PAGE = Path.of("..", "docs", "LOST_REPLY.md");
    /** The page's; a test takes any free one. */
    private static final String PORT = "8484";
    private static final Path SOURCE = Path.of("src/test/java/dev/counterfoil/cli/story/Sender.java");
    private static final Pattern BLOCK = Pattern.compile("(?s)```sh\\n\\./counterfoil ([^\\n]*)\\n```\\n\\n```text\\n(.*?)```");
    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
    private static final Pattern TOLD = Pattern.compile("(?s)```console\\n(.*?)```");

    @TempDir
    private Path directory;

    /** A command of the page and what it prints there. */
    private record Shown(List<String> words, String out) {}

    private static List<Shown> commands() throws IOException {
        return BLOCK.matcher(Files.readString(PAGE)).results()
                .map(block -> new Shown(WORD.matcher(block.group(1)).results().map(LostReplyTest::word).toList(), block.group(2)))
                .filter(shown -> !shown.words().get(0).equals("run")).toList();
    }

    private static String word(MatchResult word) {
        return word.group(1) == null ? word.group(2) : word.group(1);
    }

    private void assertPrints(Shown shown) {
        Cli.Ended ended = new Cli(directory).run(shown.words().toArray(String[]::new));
        assertEquals("0 " + shown.out(), ended.status() + " " + ended.out(), shown.words() + ended.err());
    }

    private Process application(URI service) throws IOException {
        return new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), Sender.class.getName(), "orders.journal",
                service.toString()).directory(directory.toFile()).redirectErrorStream(true)
                .redirectOutput(directory.resolve("application.out").toFile()).start();
    }

    /** What the application says that runs it again, whoever it may reach. */
    private String again(URI service) {
        return Sender.told(directory.resolve("orders.journal"), service);
    }

    @Test
    void a_reply_that_is_lost_behind_the_commit_leaves_a_doubt_and_one_effect() throws IOException, InterruptedException {
        Iterator<Shown> commands = commands().iterator();
        Iterator<String> told = TOLD.matcher(Files.readString(PAGE)).results().map(block -> block.group(1).strip()).iterator();
        Shown serve = commands.next();
        Process receiver = new Cli(directory).start(ProcessBuilder.Redirect.PIPE,
                serve.words().stream().map(word -> word.equals(PORT) ? "0" : word).toArray(String[]::new));
        try {
            String listening = new BufferedReader(new InputStreamReader(receiver.getInputStream(), StandardCharsets.UTF_8)).readLine();
            Matcher port = Pattern.compile(Pattern.quote(serve.out().strip()).replace(PORT, "\\E[0-9]+\\Q")).matcher(listening);
            assertTrue(port.matches(), listening);
            URI service = URI.create(listening.split("\"")[3]);
            try (LosingProxy wire = LosingProxy.before(service)) {
                Process application = application(wire.address());
                assertTrue(wire.lost().contains(" 201 "), "the receiver has done it");
                application.destroyForcibly();
                assertNotEquals(0, application.waitFor());
                assertEquals("", Files.readString(directory.resolve("application.out")), "it was told nothing");
                assertPrints(commands.next());

                String doubt = told.next();
                // Whoever sends again is answered there, and would wait for ever on the wire that loses replies.
                assertEquals(doubt, again(service), "however well it can be reached");
                assertEquals(doubt, again(wire.address()));
                assertTrue(wire.isIdle(), "nothing was sent again");
                assertPrints(commands.next());
                assertPrints(commands.next());
                assertEquals(told.next(), again(service));
                assertPrints(commands.next());
            }
        } finally {
            receiver.destroy();
            assertTrue(receiver.waitFor(120, TimeUnit.SECONDS));
        }
        assertEquals(0, receiver.exitValue());
        assertTrue(!commands.hasNext() && !told.hasNext(), "the page is told to its end");
    }

    @Test
    void the_java_block_of_the_page_is_the_marked_part_of_the_application() throws IOException {
        List<String> marked = between(Files.readAllLines(SOURCE), "        // PAGE: begin", "        // PAGE: end").stream()
                .map(line -> line.isEmpty() ? line : line.substring(8)).toList();
        assertTrue(marked.size() >= 10, "the application is found");
        assertEquals(String.join("\n", marked), String.join("\n", between(Files.readAllLines(PAGE), "```java", "```")));
    }

    private static List<String> between(List<String> lines, String first, String last) {
        int from = lines.indexOf(first) + 1;
        return lines.subList(from, from + lines.subList(from, lines.size()).indexOf(last));
    }
}
