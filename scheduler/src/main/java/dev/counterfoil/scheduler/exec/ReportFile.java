// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.exec;

import dev.counterfoil.journal.record.Bytes;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The file in which a process may say what it used: alone in a fresh directory, both for our user only, gone when closed. Confined.
 *
 * <p>A kill of our own process leaves it behind, with numbers at most.
 */
final class ReportFile implements AutoCloseable {
    private static final Logger LOGGER = System.getLogger(ReportFile.class.getName());

    private final Path directory;
    private final Path file;

    private ReportFile(Path directory, Path file) {
        this.directory = directory;
        this.file = file;
    }

    /**
     * Makes an empty one.
     *
     * @param parent where its directory is made
     * @return the file
     * @throws IOException where that is not possible; nothing is left then
     */
    static ReportFile create(Path parent) throws IOException {
        Path directory = Files.createTempDirectory(parent, "counterfoil-");
        try {
            // The temporary file's own rights: none but ours, whatever the umask.
            Path file = Files.createTempFile(directory, "report-", ".json");
            return new ReportFile(directory, file);
        } catch (IOException e) {
            Files.deleteIfExists(directory);
            throw e;
        }
    }

    Path file() {
        return file;
    }

    /**
     * What stands in it. Whatever the process put in its place is not followed and not waited for. An interrupt of the thread stays; it
     * does not reach the channel, which it would close.
     *
     * @return the report
     */
    UsageReport read() {
        boolean interrupted = Thread.interrupted();
        try {
            if (!Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).isRegularFile()) {
                return UsageReport.unreadable(Bytes.EMPTY);
            }
            byte[] bytes = content();
            return bytes.length == 0 ? UsageReport.NONE : UsageReport.of(bytes);
        } catch (NoSuchFileException e) {
            return UsageReport.NONE;
        } catch (IOException e) {
            return UsageReport.unreadable(Bytes.EMPTY);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Opened for writing too, and read at positions: so a pipe that was put there in this very moment neither blocks nor answers. */
    private byte[] content() throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(UsageReport.BYTES + 1);
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            int read = channel.read(buffer, 0);
            while (read > 0) {
                read = channel.read(buffer, buffer.position());
            }
        }
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    @Override
    public void close() {
        try {
            Files.walkFileTree(directory, new Removal());
        } catch (NoSuchFileException e) {
            // The process removed it.
            return;
        } catch (IOException e) {
            LOGGER.log(Level.WARNING, "a temporary directory was not removed, remove it by hand: " + directory, e);
        }
    }

    /** Follows no link. */
    private static final class Removal extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(path);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path path, @Nullable IOException failure) throws IOException {
            if (failure != null) {
                throw failure;
            }
            Files.deleteIfExists(path);
            return FileVisitResult.CONTINUE;
        }
    }
}
