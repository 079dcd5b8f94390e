// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.story;

import dev.counterfoil.cli.QuickStart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A page of docs as somebody follows it who has a shell: block after block, as it stands there, but for the port. Confined. */
final class FollowedPage {
    /** The port that pages name. */
    static final String PORT = "8484";

    private static final Pattern BLOCK = Pattern.compile("(?s)```sh\\n(.*?)```(?:\\n\\n```text\\n(.*?)```)?");

    /** Instants are those of the day on which the page was written. */
    private static final Pattern INSTANT = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z");

    private final Path page;
    private final Path directory;

    /** What is typed, and what is printed then; nothing where the page shows nothing. */
    record Block(String typed, String printed) {}

    /** How a block ended, and what it printed on stdout. */
    record Ended(int status, String out) {}

    private FollowedPage(Path page, Path directory) {
        this.page = page;
        this.directory = directory;
    }

    /** A page that is followed in a directory, where {@code ./counterfoil} is as it would be in a clone. */
    static FollowedPage in(Path directory, String page) throws IOException {
        String words = QuickStart.words().stream().map(word -> "'" + word.replace("'", "'\\''") + "'").collect(Collectors.joining(" "));
        Path launcher = Files.writeString(directory.resolve("counterfoil"), "#!/bin/sh\nexec " + words + " \"$@\"\n");
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
        return new FollowedPage(Path.of("..", "docs", page), directory);
    }

    List<Block> blocks() throws IOException {
        return BLOCK.matcher(Files.readString(page)).results()
                .map(found -> new Block(found.group(1), Optional.ofNullable(found.group(2)).orElse(""))).toList();
    }

    /** Types something; stderr goes to a file. */
    Process typed(String script) throws IOException {
        return new ProcessBuilder("sh", "-c", script).directory(directory.toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(directory.resolve("err").toFile())).start();
    }

    /** Types a block, with another port, and waits for its end. */
    Ended followed(Block block, String port) throws IOException, InterruptedException {
        Process shell = typed(block.typed().replace(PORT, port));
        String out = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(shell.waitFor(), out);
    }

    /** What was printed to stderr so far. */
    String complaints() throws IOException {
        return Files.readString(directory.resolve("err"));
    }

    /** What is to be compared of what was printed. */
    static String comparable(String printed) {
        return INSTANT.matcher(printed).replaceAll("INSTANT");
    }
}
