// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.bench.peer;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.CRC32C;

/**
 * The limit: a file that is appended to, and forced once for all callers that came meanwhile. A frame is a number, a kind and a check
 * sum. It keeps no index, so nobody can ask it for an invocation; no digests, no limits, no owner. After a crash it tells of what has no
 * second frame and sends nothing. Thread-safe.
 */
public final class FileLog implements Peer {
    private static final long GATHERING_NANOS = 200_000;
    private static final int HEAD_BYTES = Integer.BYTES + Long.BYTES + 1 + Long.BYTES;

    private final FileChannel channel;
    private final Pause pause;
    private final Effect effect;
    private final ReentrantLock disk = new ReentrantLock();
    private final Set<Long> left = new HashSet<>();
    private Batch gathering = new Batch();
    private int lastSize;

    FileLog(Place place, Effect effect) throws IOException {
        this.effect = effect;
        this.pause = new Pause(place.forceDelay());
        this.channel = FileChannel.open(place.directory().resolve("log"), StandardOpenOption.CREATE, StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        channel.truncate(soundEnd());
        channel.position(channel.size());
    }

    /** Frames that one force makes durable. */
    private static final class Batch {
        private final CountDownLatch over = new CountDownLatch(1);
        private ByteBuffer bytes = ByteBuffer.allocate(1 << 15);
        private volatile int size;
        private volatile Optional<IOException> failure = Optional.empty();

        void add(ByteBuffer frame) {
            if (bytes.remaining() < frame.remaining()) {
                bytes = ByteBuffer.allocate(bytes.capacity() * 2).put(bytes.flip());
            }
            bytes.put(frame);
            size++;
        }
    }

    @Override
    public void run(long number) throws Exception {
        append(number, 0, Sizes.INTENT_BYTES);
        effect.happen(number);
        append(number, 1, Sizes.OUTCOME_BYTES);
    }

    /** Whoever comes first into a batch writes it, as soon as the batch before is on the disk. */
    private void append(long number, int kind, int size) throws Exception {
        ByteBuffer frame = frame(number, kind, size);
        Batch mine;
        boolean leads;
        synchronized (this) {
            mine = gathering;
            leads = mine.size == 0;
            mine.add(frame);
        }
        if (leads) {
            lead(mine);
        } else {
            mine.over.await();
        }
        if (mine.failure.isPresent()) {
            throw new IOException(mine.failure.get());
        }
    }

    private void lead(Batch batch) {
        disk.lock();
        try {
            gather(batch);
            synchronized (this) {
                gathering = new Batch();
            }
            lastSize = batch.size;
            batch.bytes.flip();
            while (batch.bytes.hasRemaining()) {
                channel.write(batch.bytes);
            }
            channel.force(false);
            pause.afterForce();
        } catch (IOException e) {
            batch.failure = Optional.of(e);
        } finally {
            disk.unlock();
            batch.over.countDown();
        }
    }

    /** Waits a little for as many as came last time: who was just woken is on the way back. */
    private void gather(Batch batch) {
        long until = System.nanoTime() + GATHERING_NANOS;
        while (batch.size < lastSize && System.nanoTime() < until) {
            Thread.yield();
        }
    }

    private static ByteBuffer frame(long number, int kind, int size) {
        ByteBuffer frame = ByteBuffer.allocate(HEAD_BYTES + size);
        frame.putInt(size).putLong(number).put((byte) kind).position(HEAD_BYTES - Long.BYTES + size);
        CRC32C sum = new CRC32C();
        sum.update(frame.array(), 0, frame.position());
        return frame.putLong(sum.getValue()).flip();
    }

    /** Reads what is there, up to a frame that is not whole; notes what has no second frame. */
    private long soundEnd() throws IOException {
        long end = 0;
        ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES - Long.BYTES);
        try {
            while (end < channel.size()) {
                read(head.clear(), end);
                int size = head.getInt(0);
                ByteBuffer frame = ByteBuffer.allocate(HEAD_BYTES + Math.min(Math.max(size, 0), 1 << 20));
                read(frame, end);
                CRC32C sum = new CRC32C();
                sum.update(frame.array(), 0, frame.limit() - Long.BYTES);
                if (sum.getValue() != frame.getLong(frame.limit() - Long.BYTES)) {
                    return end;
                }
                note(head.getLong(Integer.BYTES), head.get(Integer.BYTES + Long.BYTES));
                end += frame.limit();
            }
            return end;
        } catch (EOFException torn) {
            return end;
        }
    }

    private void note(long number, int kind) {
        if (kind == 0) {
            left.add(number);
        } else {
            left.remove(number);
        }
    }

    private void read(ByteBuffer into, long from) throws IOException {
        long at = from;
        while (into.hasRemaining()) {
            int count = channel.read(into, at);
            if (count < 0) {
                throw new EOFException();
            }
            at += count;
        }
        into.flip();
    }

    @Override
    public List<Long> recover() {
        return List.copyOf(left);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
