// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.http;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.io.Content;

/** One body, collected as it comes in, without a thread that waits for it. What becomes of it is told once. Thread-safe. */
final class BodyReading implements Runnable {
    private final Content.Source source;
    private final int most;
    private final Bodies bodies;
    private final Consumer<BodyEnd> told;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final AtomicBoolean over = new AtomicBoolean();

    /** A body of at most so many bytes. */
    BodyReading(Content.Source source, int most, Bodies bodies, Consumer<BodyEnd> told) {
        this.source = source;
        this.most = most;
        this.bodies = bodies;
        this.told = told;
    }

    /** Takes what is there, and asks to be called again when there is more. */
    @Override
    public void run() {
        while (!over.get()) {
            Optional<Content.Chunk> read = Optional.ofNullable(source.read());
            if (read.isEmpty()) {
                source.demand(this);
                return;
            }
            take(read.get()).ifPresent(this::tell);
        }
    }

    private Optional<BodyEnd> take(Content.Chunk chunk) {
        if (Content.Chunk.isFailure(chunk)) {
            boolean silence = !chunk.isLast() && chunk.getFailure() instanceof TimeoutException;
            return silence && bodies.isStopping() ? Optional.empty() : Optional.of(why(chunk.getFailure()));
        }
        try {
            ByteBuffer part = chunk.getByteBuffer();
            if (part.remaining() > most - bytes.size()) {
                return Optional.of(BodyEnd.Unread.TOO_LARGE);
            }
            byte[] copied = new byte[part.remaining()];
            part.get(copied);
            bytes.writeBytes(copied);
            return chunk.isLast() ? Optional.of(new BodyEnd.Whole(bytes.toByteArray())) : Optional.empty();
        } finally {
            chunk.release();
        }
    }

    private static BodyEnd why(Throwable failure) {
        if (failure instanceof TimeoutException) {
            return BodyEnd.Unread.TOO_SLOW;
        }
        return failure instanceof HttpException || failure instanceof EOFException ? BodyEnd.Unread.MALFORMED : BodyEnd.Unread.FAILED;
    }

    /** Ends it as it is, where it has no end so far. */
    void giveUp() {
        tell(BodyEnd.Unread.STOPPED);
    }

    private void tell(BodyEnd end) {
        if (over.compareAndSet(false, true)) {
            bodies.ended(this);
            told.accept(end);
        }
    }
}
