// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.damage;

import dev.counterfoil.cli.CommandHere;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A place where one file after another is laid down as it was damaged, and commands are run on it. Confined. */
final class Bench {
    private static final FileTime LONG_AGO = FileTime.fromMillis(1_700_000_000_123L);

    private final Path directory;
    private final Path effects;

    Bench(Path directory, Path effects) {
        this.directory = directory;
        this.effects = effects;
    }

    /** Files by the ending of their name: the empty one is the journal itself. */
    record Laid(Map<String, byte[]> files) {
        static Laid alone(byte[] journal) {
            return new Laid(Map.of("", journal));
        }
    }

    Path journal() {
        return directory.resolve("j.db");
    }

    void lay(Laid laid) throws IOException {
        try (Stream<Path> there = Files.list(directory)) {
            for (Path each : there.toList()) {
                Files.delete(each);
            }
        }
        Files.deleteIfExists(effects);
        for (Map.Entry<String, byte[]> each : laid.files().entrySet()) {
            Path file = directory.resolve("j.db" + each.getKey());
            Files.write(file, each.getValue());
            Files.setLastModifiedTime(file, LONG_AGO);
        }
    }

    /** Whether everything but the -shm, which SQLite's processes share, is byte for byte as it was laid, and its times too. */
    boolean isUntouched(Laid laid) throws IOException {
        Map<String, byte[]> found = new TreeMap<>();
        try (Stream<Path> there = Files.list(directory)) {
            for (Path each : there.toList()) {
                String suffix = each.getFileName().toString().substring("j.db".length());
                found.put(suffix, Files.readAllBytes(each));
                if (!suffix.equals("-shm") && !Files.getLastModifiedTime(each).equals(LONG_AGO)) {
                    return false;
                }
            }
        }
        if (!found.keySet().equals(laid.files().keySet())) {
            return false;
        }
        return laid.files().entrySet().stream()
                .allMatch(each -> each.getKey().equals("-shm") || Arrays.equals(each.getValue(), found.get(each.getKey())));
    }

    /** What the providers did since the files were laid. */
    List<String> done() throws IOException {
        return SampleJournal.done(effects);
    }

    CommandHere command(String name, String... more) {
        String[] words = new String[more.length + 2];
        words[0] = name;
        words[1] = journal().toString();
        System.arraycopy(more, 0, words, 2, more.length);
        return CommandHere.run(words);
    }

    CommandHere recover() {
        return CommandHere.run("recover", "--journal", journal().toString(), "--wait", "0ms");
    }

    CommandHere run(Path spec) {
        return CommandHere.run("run", "--journal", journal().toString(), "--wait", "0ms", "--spec", spec.toString());
    }
}
