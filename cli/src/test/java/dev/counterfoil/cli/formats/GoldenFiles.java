// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.formats;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Where the committed files are that no later version may read differently. */
final class GoldenFiles {
    private GoldenFiles() {}

    /** The top of the source tree. */
    static Path top() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("docs").resolve("FORMATS.md"))) {
            folder = folder.getParent();
        }
        return folder;
    }

    static Path page() {
        return top().resolve("docs").resolve("FORMATS.md");
    }

    static Path records() {
        return top().resolve("journal/src/test/resources/golden/v1");
    }

    static Path journals() {
        return top().resolve("cli/src/test/resources/golden/v1");
    }

    /** All of them, in order of their names. */
    static List<Path> all() throws IOException {
        try (Stream<Path> records = Files.list(records()); Stream<Path> journals = Files.list(journals())) {
            return Stream.concat(journals.sorted(), records.filter(file -> file.toString().endsWith(".json")).sorted()).toList();
        }
    }

    /** A file's path below the top, with slashes. */
    static String name(Path file) {
        return top().relativize(file).toString().replace('\\', '/');
    }
}
