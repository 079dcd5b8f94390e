// SPDX-License-Identifier: Apache-2.0

package dev.counterfoil.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The text files of a source tree, by path from its root with {@code /} between names. Immutable. */
record SourceTree(SortedMap<String, String> files) {
    private static final Set<String> NOT_SOURCES = Set.of(".git", ".counterfoil", "target", ".idea", ".settings");
    private static final long LARGEST_FILE = 4L << 20;

    SourceTree {
        files = Collections.unmodifiableSortedMap(new TreeMap<>(files));
    }

    static SourceTree of(Map<String, String> files) {
        return new SourceTree(new TreeMap<>(files));
    }

    /** The tree this test runs in: the nearest directory upwards that holds the launcher and the parent POM. */
    static SourceTree current() {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.exists(root.resolve("counterfoil")) || !Files.exists(root.resolve("pom.xml"))) {
            root = root.getParent();
            if (root == null) {
                throw new IllegalStateException("run the house tests inside the source tree");
            }
        }
        return read(root);
    }

    static SourceTree read(Path root) {
        SortedMap<String, String> files = new TreeMap<>();
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                    boolean skipped = NOT_SOURCES.contains(String.valueOf(directory.getFileName()));
                    return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    if (attributes.isRegularFile() && attributes.size() <= LARGEST_FILE) {
                        String name = root.relativize(file).toString().replace('\\', '/');
                        files.put(name, new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new SourceTree(files);
    }

    /** Whether a file or a directory of this tree has that path. */
    boolean has(String path) {
        String directory = path.endsWith("/") ? path : path + "/";
        return path.isEmpty() || files.containsKey(path) || files.keySet().stream().anyMatch(p -> p.startsWith(directory));
    }
}
