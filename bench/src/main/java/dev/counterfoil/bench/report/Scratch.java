// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.bench.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * A directory on the disk that is measured, for what is removed again. Thread-safe.
 *
 * @param directory the directory
 */
public record Scratch(Path directory) {
    /**
     * A new empty directory.
     *
     * @return its path
     * @throws IOException where it cannot be made
     */
    public Path fresh() throws IOException {
        Files.createDirectories(directory);
        return Files.createTempDirectory(directory, "bench-");
    }

    /**
     * Removes a directory with everything in it.
     *
     * @param path the directory
     * @throws IOException where something stays
     */
    public void remove(Path path) throws IOException {
        try (Stream<Path> all = Files.walk(path)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (NoSuchFileException | UncheckedIOException vanished) {
            if (Files.exists(path)) {
                throw vanished instanceof IOException io ? io : ((UncheckedIOException) vanished).getCause();
            }
        }
    }
}
