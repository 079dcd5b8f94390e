// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.ownership;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** What Linux says of processes, under {@code /proc}. Immutable. */
final class ProcFiles {
    /** Field 22 of {@code stat}, counted from the state, which follows the name in parentheses and is field 3. */
    private static final int START_AFTER_NAME = 22 - 3;

    private final Path root;

    ProcFiles(Path root) {
        this.root = root;
    }

    /** The random name of this boot of this host. */
    Optional<String> bootId() {
        return text(root.resolve("sys/kernel/random/boot_id")).map(String::strip).filter(id -> !id.isEmpty());
    }

    /** The namespace in which this process's ids mean something. */
    Optional<String> pidNamespace() {
        try {
            return Optional.of(Files.readSymbolicLink(root.resolve("self/ns/pid")).toString());
        } catch (IOException | UnsupportedOperationException | SecurityException e) {
            return Optional.empty();
        }
    }

    /**
     * Looks for a process. Absent where its directory is not there, or it has ended and waits to be reaped; unknown where it could not be
     * read (too many open files, say) or says nothing that can be understood.
     */
    ProcessSighting look(String process) {
        try {
            return sightingOf(read(root.resolve(process).resolve("stat")));
        } catch (NoSuchFileException e) {
            return new ProcessSighting.Absent();
        } catch (IOException | SecurityException e) {
            return new ProcessSighting.Unknown();
        }
    }

    /** Whether a process was seen running. */
    boolean shows(String process) {
        return look(process) instanceof ProcessSighting.Running;
    }

    /** The name may hold blanks and parentheses; the last one ends it. A zombie (Z) and a dead process (X) run nothing any more. */
    private static ProcessSighting sightingOf(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
        if (fields.length <= START_AFTER_NAME) {
            return new ProcessSighting.Unknown();
        }
        boolean ended = fields[0].equals("Z") || fields[0].equals("X");
        return ended ? new ProcessSighting.Absent() : new ProcessSighting.Running(fields[START_AFTER_NAME]);
    }

    private static String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    private static Optional<String> text(Path file) {
        try {
            return Optional.of(read(file));
        } catch (IOException | SecurityException e) {
            return Optional.empty();
        }
    }
}
