// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Optional;

/**
 * The only class of the journal that opens files without SQLite: a directory to force it, and journals that no connection of this process
 * has open ({@link OpenFiles#plainly}). Asking for attributes opens nothing. Thread-safe: it holds
 * nothing.
 */
public final class PlainFiles {
    private static final int VERSION_AT = 60;
    private static final int APPLICATION_ID_AT = 68;
    private static final int MARKS_BYTES = APPLICATION_ID_AT + Integer.BYTES - VERSION_AT;

    private PlainFiles() {}

    /** Something that reads files. */
    public interface Reading<T> {
        /** Reads. */
        T read() throws IOException;
    }

    /** Something done with an open file. */
    private interface OnChannel<T> {
        T on(FileChannel channel) throws IOException;
    }

    /**
     * What the directory entry says of a file.
     *
     * @param key device and inode, or the path where the system has none
     * @param size in bytes
     * @param modified last change, as exact as the file system keeps it
     */
    public record Look(Object key, long size, FileTime modified) {}

    /** Looks at a file without opening it. */
    public static Optional<Look> look(Path path) throws IOException {
        try {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            Object key = attributes.fileKey();
            return Optional.of(new Look(key == null ? path : key, attributes.size(), attributes.lastModifiedTime()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Makes names in a directory durable. */
    public static void forceDirectory(Path directory) throws IOException {
        uninterrupted(directory, channel -> {
            channel.force(true);
            return directory;
        });
    }

    /** The bytes of a file that no connection has open. */
    static InputStream stream(Path path) throws IOException {
        return Files.newInputStream(path);
    }

    /** Makes the bytes of a file durable that no connection has open. */
    public static void forceFile(Path path) throws IOException {
        forceDirectory(path);
    }

    /**
     * Two numbers in the first bytes of an SQLite file.
     *
     * @param version its user version
     * @param applicationId whose it is
     */
    record Marks(int version, int applicationId) {}

    /** The marks of a file, at the offsets where SQLite keeps them; zeros where the file is shorter. */
    static Marks marks(Path path) throws IOException {
        return uninterrupted(path, channel -> {
            ByteBuffer bytes = ByteBuffer.allocate(MARKS_BYTES);
            int read = channel.read(bytes, VERSION_AT);
            return read == MARKS_BYTES ? new Marks(bytes.getInt(0), bytes.getInt(APPLICATION_ID_AT - VERSION_AT)) : new Marks(0, 0);
        });
    }

    /** The first bytes of a file, fewer where it is shorter. */
    static ByteBuffer head(Path path, int bytes) throws IOException {
        return uninterrupted(path, channel -> {
            ByteBuffer head = ByteBuffer.allocate(bytes);
            long at = 0;
            for (int read = channel.read(head, at); read > 0; read = channel.read(head, at)) {
                at += read;
            }
            return head.flip();
        });
    }

    /** A channel closes itself under an interrupt: the flag is put aside, and set again afterwards. */
    private static <T> T uninterrupted(Path path, OnChannel<T> work) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
                    return work.on(channel);
                } catch (ClosedByInterruptException e) {
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Copies a file. */
    public static void copy(Path from, Path to) throws IOException {
        Files.copy(from, to);
    }
}
