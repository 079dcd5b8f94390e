// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.output.ExitStatus;
import dev.counterfoil.journal.record.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The place where a response is written too. It is never a file of the journal, nor one that the command reads: those would be lost.
 * Immutable.
 *
 * @param file as it was given
 */
record ResponseFile(Path file) {
    private static final List<String> OF_A_JOURNAL = List.of("", "-wal", "-shm", "-journal");

    /** As many as Linux follows. */
    private static final int LINKS_AT_MOST = 40;

    /** A place, which need not be there yet. */
    static ResponseFile named(String name) {
        try {
            return new ResponseFile(Path.of(name));
        } catch (InvalidPathException noPath) {
            throw CommandException.usage("--response-to: is no path");
        }
    }

    /** Refuses a place that must not or could not be written; nothing is opened or sent before. */
    void check(Path journal, Optional<String> input) {
        for (String suffix : OF_A_JOURNAL) {
            if (spellings(journal).anyMatch(spelled -> isSame(beside(spelled, suffix)))) {
                throw CommandException.usage("--response-to: " + file + " is a file of the journal; give another");
            }
        }
        if (input.filter(this::isInput).isPresent()) {
            throw CommandException.usage("--response-to: " + file + " is what --input reads; give another");
        }
        boolean possible = isReplaced()
                ? isPlaceForANewFile(target().getParent()) && (!Files.exists(file) || Files.isWritable(file))
                : Files.isWritable(file) && !Files.isDirectory(file);
        if (!possible) {
            throw CommandException.usage("--response-to: " + file + " cannot be written; check directory and permissions");
        }
    }

    /** A name that is no path is refused by who reads it. */
    private boolean isInput(String name) {
        try {
            return isSame(Path.of(name.equals("-") ? "/dev/stdin" : name));
        } catch (InvalidPathException noPath) {
            return false;
        }
    }

    private static boolean isPlaceForANewFile(Path directory) {
        return Files.isDirectory(directory) && Files.isWritable(directory);
    }

    private static Path beside(Path journal, String suffix) {
        return journal.resolveSibling(journal.getFileName() + suffix);
    }

    /** By name where one of them is not there yet; by what it is where both are, however many names it has. */
    private boolean isSame(Path other) {
        boolean plain = Files.isRegularFile(file) || !Files.exists(file);
        if (!plain) {
            return false;
        }
        try {
            return Files.exists(file) && Files.exists(other) && Files.isSameFile(file, other)
                    || spellings(file).anyMatch(one -> spellings(other).anyMatch(one::equals));
        } catch (IOException unreadable) {
            return false;
        }
    }

    /** As it is written, and with every link followed as far as there is something. */
    private static Stream<Path> spellings(Path path) {
        Path written = path.toAbsolutePath().normalize();
        return Stream.of(written, followed(path.toAbsolutePath())).distinct();
    }

    private static Path followed(Path path) {
        Path at = path;
        for (int links = 0; links < LINKS_AT_MOST; links++) {
            try {
                Path parent = at.getParent();
                if (parent == null || at.getFileName() == null) {
                    return at.normalize();
                }
                Path place = parent.toRealPath().resolve(at.getFileName());
                if (!Files.isSymbolicLink(place)) {
                    return place.normalize();
                }
                at = place.resolveSibling(Files.readSymbolicLink(place));
            } catch (IOException nothingThere) {
                return at.normalize();
            }
        }
        return at.normalize();
    }

    private Path target() {
        return followed(file.toAbsolutePath());
    }

    /** A plain file is replaced whole; a pipe or device, and what stands for an open file of ours, is written to. */
    private boolean isReplaced() {
        Path written = file.toAbsolutePath().normalize();
        boolean ofTheMachine = written.startsWith("/dev") || written.startsWith("/proc");
        return !Files.exists(file) || Files.isRegularFile(file) && !ofTheMachine;
    }

    /** Writes the response: a plain file has the old bytes or the new ones, whole, whatever fails. */
    void write(Bytes bytes) {
        try {
            if (!isReplaced()) {
                Files.write(file, bytes.toArray());
                return;
            }
            Path place = target();
            Path whole = Files.createTempFile(place.getParent(), ".response", ".new");
            try {
                Files.write(whole, bytes.toArray());
                Files.move(whole, place, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(whole);
            }
        } catch (IOException failed) {
            throw new CommandException(ExitStatus.UNEXPECTED, "--response-to: " + file + " could not be written ("
                    + failed.getClass().getSimpleName() + "); run it again to have the recorded response written");
        }
    }
}
