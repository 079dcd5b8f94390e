// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.http;

import java.io.EOFException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.io.Content;

/**
 * One body, collected as it comes in, without a thread that waits for it. What becomes of it is answered once; before that is told its
 * bytes have left the budget. Thread-safe.
 */
final class BodyReading implements Runnable {
    private final Content.Source source;
    private final Bodies bodies;
    private final Function<BodyEnd, Reply> answer;
    private final Consumer<Reply> told;
    private final BodyBytes bytes;
    private final AtomicBoolean over = new AtomicBoolean();

    BodyReading(Content.Source source, BodyBytes bytes, Bodies bodies, Function<BodyEnd, Reply> answer, Consumer<Reply> told) {
        this.source = source;
        this.bytes = bytes;
        this.bodies = bodies;
        this.answer = answer;
        this.told = told;
    }

    /** Takes what is there, and asks to be called again when there is more. */
    @Override
    public void run() {
        try {
            takeAll();
        } catch (OutOfMemoryError e) {
            bodies.tellMemoryOut();
            throw e;
        }
    }

    private void takeAll() {
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
            if (bytes.isOver(part.remaining())) {
                return Optional.of(BodyEnd.Unread.TOO_LARGE);
            }
            if (!bytes.isAdded(part)) {
                return Optional.of(BodyEnd.Unread.NO_ROOM);
            }
            return chunk.isLast() ? Optional.of(new BodyEnd.Whole(bytes.whole())) : Optional.empty();
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
            told.accept(released(end));
        }
    }

    private Reply released(BodyEnd end) {
        try {
            return answer.apply(end);
        } finally {
            bytes.release();
        }
    }
}
