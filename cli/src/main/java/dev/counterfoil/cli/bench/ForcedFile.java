// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.bench;

import dev.counterfoil.scheduler.time.SystemTime;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Small appends to a plain file, each forced: what the disk can do for one who waits. Confined.
 */
final class ForcedFile implements AutoCloseable {
    /** About what two records of an invocation take. */
    private static final int APPEND_BYTES = 512;

    private static final int LEAST = 20;
    private static final int MOST = 2_000;
    private static final long SLICE_NANOS = 250_000_000;

    private final FileChannel channel;
    private final Pause pause;
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(APPEND_BYTES);

    ForcedFile(Path file, Pause pause) throws IOException {
        this.channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        this.pause = pause;
    }

    /** Forces in a second, over a quarter of one. */
    double slice() throws IOException {
        long start = SystemTime.ticker().nanos();
        long elapsed = 0;
        int forces = 0;
        while (forces < LEAST || forces < MOST && elapsed < SLICE_NANOS) {
            append();
            forces++;
            elapsed = SystemTime.ticker().nanos() - start;
        }
        return Rates.perSecond(forces, elapsed);
    }

    private void append() throws IOException {
        bytes.clear();
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        channel.force(false);
        pause.afterForce();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
