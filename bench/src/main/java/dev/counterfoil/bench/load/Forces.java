// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.bench.load;

import dev.counterfoil.bench.peer.Pause;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Small appends to a plain file, each forced: what the disk does for one who waits. Confined. */
final class Forces implements AutoCloseable {
    private static final int APPEND_BYTES = 512;
    private static final int LEAST = 20;

    private final FileChannel channel;
    private final Pause pause;

    Forces(Path file, Pause pause) throws IOException {
        this.channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        this.pause = pause;
    }

    /** Forces in a second, over a time. */
    double perSecond(long nanos) throws IOException {
        long start = System.nanoTime();
        long elapsed = 0;
        int count = 0;
        while (count < LEAST || elapsed < nanos) {
            ByteBuffer bytes = ByteBuffer.allocate(APPEND_BYTES);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(false);
            pause.afterForce();
            count++;
            elapsed = System.nanoTime() - start;
        }
        return count * 1e9 / elapsed;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
