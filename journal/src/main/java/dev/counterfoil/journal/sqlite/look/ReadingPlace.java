// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.look;

import dev.counterfoil.journal.sqlite.file.JournalFile;
import dev.counterfoil.journal.sqlite.file.Link;
import dev.counterfoil.journal.sqlite.file.OpenFiles;
import dev.counterfoil.journal.sqlite.file.PlainFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Where a reader reads: the journal itself or a private copy of it. Confined to its reader. */
final class ReadingPlace {
    private static final String COPY_NAME = "journal";

    private final JournalFile file;
    private final ReadingMode mode;
    private final Glance before;
    private final Link link;
    private final Optional<Path> copy;

    private ReadingPlace(JournalFile file, ReadingMode mode, Glance before, Link link, Optional<Path> copy) {
        this.file = file;
        this.mode = mode;
        this.before = before;
        this.link = link;
        this.copy = copy;
    }

    /**
     * File and log as their directory entries show them.
     *
     * @param journal the file
     * @param wal its log; empty where there is none or it has no bytes
     */
    private record Glance(Optional<PlainFiles.Look> journal, Optional<PlainFiles.Look> wal) {
        static Glance at(JournalFile file) throws IOException {
            return new Glance(PlainFiles.look(file.path()), PlainFiles.look(file.wal()).filter(look -> look.size() > 0));
        }
    }

    /** Opens the journal in the way that its surroundings ask for; empty where they changed meanwhile. */
    static Optional<ReadingPlace> enter(JournalFile file) throws SQLException, IOException {
        Glance before = Glance.at(file);
        ReadingMode mode = mode(file, before);
        return switch (mode) {
            case ALONE -> Optional.of(
                    new ReadingPlace(file, mode, before, Link.open(file.path(), file.key(), Link.Mode.IMMUTABLE), Optional.empty()));
            case BESIDE_WRITERS -> Optional.of(
                    new ReadingPlace(file, mode, before, Link.open(file.path(), file.key(), Link.Mode.READ_ONLY), Optional.empty()));
            case COPY -> copied(file, before);
        };
    }

    private static ReadingMode mode(JournalFile file, Glance now) {
        return ReadingMode.of(new ReadingMode.Surroundings(now.wal().map(PlainFiles.Look::size).orElse(0L),
                Files.exists(file.shm()), Files.isWritable(file.directory()), OpenFiles.isOpen(file.key())));
    }

    /** Whether no writer's log and index lie there now: the last one may have left between our look and our read, and taken them along. */
    static boolean isWithoutWriters(JournalFile file) throws IOException {
        return mode(file, Glance.at(file)) != ReadingMode.BESIDE_WRITERS || !Files.exists(file.shm());
    }

    /** Whether what was read is one state of the journal. */
    boolean isUnchanged() throws IOException {
        return mode != ReadingMode.ALONE || Glance.at(file).equals(before);
    }

    /** Whether another connection would have to copy it too. */
    boolean isCopy() {
        return mode == ReadingMode.COPY;
    }

    boolean isBesideWriters() {
        return mode == ReadingMode.BESIDE_WRITERS;
    }

    Link link() {
        return link;
    }

    void close() throws SQLException, IOException {
        try {
            link.close();
        } finally {
            if (copy.isPresent()) {
                remove(copy.get());
            }
        }
    }

    private static Optional<ReadingPlace> copied(JournalFile file, Glance before) throws SQLException, IOException {
        Path directory = Files.createTempDirectory("counterfoil-");
        Optional<Link> link = Optional.empty();
        try {
            Path target = directory.resolve(COPY_NAME);
            boolean whole = OpenFiles.plainly(file.key(), () -> {
                PlainFiles.copy(file.path(), target);
                PlainFiles.copy(file.wal(), JournalFile.beside(target, "-wal"));
                return Glance.at(file).equals(before);
            }).orElse(false);
            if (!whole) {
                return Optional.empty();
            }
            link = Optional.of(Link.open(target, target, Link.Mode.READ_WRITE));
            return Optional.of(new ReadingPlace(file, ReadingMode.COPY, before, link.get(), Optional.of(directory)));
        } catch (NoSuchFileException e) {
            // The last writer closed between the look and the copy: there is no log any more.
            return Optional.empty();
        } finally {
            if (link.isEmpty()) {
                remove(directory);
            }
        }
    }

    private static void remove(Path directory) throws IOException {
        for (String suffix : List.of("", "-wal", "-shm")) {
            Files.deleteIfExists(directory.resolve(COPY_NAME + suffix));
        }
        Files.deleteIfExists(directory);
    }
}
