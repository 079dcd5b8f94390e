// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.exec;

import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.scheduler.time.Signal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Collects what a process writes, up to a bound. Thread-safe.
 *
 * <p>A process in the background may hold the pipe open after its parent's end. A read from a pipe cannot be broken off, so the thread
 * then stays until that process writes, closes or ends; what it writes is thrown away.
 */
final class StdoutReader implements Runnable {
    /** How far it got. */
    enum State {
        /** More may come. */
        OPEN,
        /** All is read. */
        WHOLE,
        /** It is over its bound. */
        OVER,
        /** It could not be read to its end. */
        BROKEN,
        /** Its thread failed, as for want of memory: what is held is no whole response. */
        FAILED
    }

    private static final int CHUNK = 8192;

    private final InputStream source;
    private final long bound;
    private final Signal done;
    private final Runnable onOver;
    private final ByteArrayOutputStream nothing = new ByteArrayOutputStream(0);
    private ByteArrayOutputStream held = new ByteArrayOutputStream();
    private State state = State.OPEN;
    private boolean sealed;

    /**
     * Reads nothing yet.
     *
     * @param source what the process writes
     * @param bound most bytes
     * @param done raised when nothing more will be read
     * @param onOver run when there are more bytes than the bound
     */
    StdoutReader(InputStream source, long bound, Signal done, Runnable onOver) {
        this.source = source;
        this.bound = bound;
        this.done = done;
        this.onOver = onOver;
    }

    @Override
    public void run() {
        byte[] chunk = new byte[CHUNK];
        try (InputStream in = source) {
            int read = in.read(chunk);
            while (read >= 0 && take(chunk, read)) {
                read = in.read(chunk);
            }
            become(State.WHOLE);
        } catch (IOException e) {
            become(State.BROKEN);
        } catch (RuntimeException | Error e) {
            // Before anybody is told that no more comes, and before anything else is asked of a heap that this filled.
            fail();
            throw e;
        } finally {
            done.raise();
        }
    }

    private boolean take(byte[] chunk, int length) {
        synchronized (this) {
            if (sealed) {
                return false;
            }
            held.write(chunk, 0, length);
            if (held.size() <= bound) {
                return true;
            }
            become(State.OVER);
        }
        onOver.run();
        return false;
    }

    private synchronized void fail() {
        held = nothing;
        become(State.FAILED);
    }

    private synchronized void become(State next) {
        if (state == State.OPEN) {
            state = next;
        }
    }

    /** Takes nothing more from now on. */
    synchronized void seal() {
        sealed = true;
    }

    synchronized State state() {
        return state;
    }

    synchronized Bytes bytes() {
        return Bytes.of(held.toByteArray());
    }

    /** The beginning of what was written, as much as is kept as evidence. */
    synchronized Bytes beginning() {
        return Bytes.of(Arrays.copyOf(held.toByteArray(), Math.min(held.size(), Bounds.EVIDENCE_BYTES)));
    }
}
