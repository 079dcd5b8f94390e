// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.ownership;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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

    /** When a process started, in clock ticks since boot; empty where there is no such process, or it has ended and waits to be reaped. */
    Optional<String> startTicks(String process) {
        return text(root.resolve(process).resolve("stat")).flatMap(ProcFiles::startTicksOf);
    }

    /** Whether this tree shows processes. */
    boolean isThere() {
        return startTicks("self").isPresent();
    }

    /** The name may hold blanks and parentheses; the last one ends it. A zombie (Z) and a dead process (X) run nothing any more. */
    private static Optional<String> startTicksOf(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
        if (fields.length <= START_AFTER_NAME || fields[0].equals("Z") || fields[0].equals("X")) {
            return Optional.empty();
        }
        return Optional.of(fields[START_AFTER_NAME]);
    }

    private static Optional<String> text(Path file) {
        try {
            return Optional.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
        } catch (IOException | SecurityException e) {
            return Optional.empty();
        }
    }
}
