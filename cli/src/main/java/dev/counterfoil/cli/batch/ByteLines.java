// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.batch;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Takes lines off a stream, one at a time. Confined; does not close the stream. */
public final class ByteLines {
    private final InputStream in;
    private final int bound;

    /**
     * Lines of a stream.
     *
     * @param in the stream
     * @param bound most bytes of a line; of a longer one only so many are kept
     */
    public ByteLines(InputStream in, int bound) {
        this.in = in instanceof BufferedInputStream ? in : new BufferedInputStream(in);
        this.bound = bound;
    }

    /** Whether a line has its end. */
    public enum Ending {
        /** It has. */
        WHOLE,
        /** The stream ended first. */
        CUT,
        /** It has, but is over the bound. */
        TOO_LONG
    }

    /**
     * A line. Its bytes are the caller's own.
     *
     * @param bytes without the end
     * @param ending whether it has one
     */
    public record Piece(byte[] bytes, Ending ending) {}

    /**
     * Waits for the next line.
     *
     * @return empty at the end of the stream
     * @throws IOException where the stream cannot be read
     */
    public Optional<Piece> next() throws IOException {
        int next = in.read();
        if (next < 0) {
            return Optional.empty();
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean tooLong = false;
        while (next >= 0 && next != '\n') {
            tooLong = bytes.size() == bound;
            if (!tooLong) {
                bytes.write(next);
            }
            next = in.read();
        }
        Ending ending = tooLong ? Ending.TOO_LONG : next < 0 ? Ending.CUT : Ending.WHOLE;
        return Optional.of(new Piece(bytes.toByteArray(), ending));
    }
}
