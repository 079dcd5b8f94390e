// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.bench.kill;

import dev.counterfoil.bench.peer.Effect;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Effects as lines of a file: each is one append, and what a killed process had appended is there. A kill is no power cut, so nothing is
 * forced. Thread-safe.
 */
final class WrittenEffects implements Effect, AutoCloseable {
    private final FileChannel file;

    WrittenEffects(Path file) throws IOException {
        this.file = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    @Override
    public void happen(long number) {
        try {
            file.write(ByteBuffer.wrap((number + "\n").getBytes(StandardCharsets.US_ASCII)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
