// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.MessageConstraintException;

/**
 * The bytes of a body in chunks, read strictly: sizes are digits, and lines end with both carriage return and line feed. Extensions are
 * passed over, in lines of a bounded length; so are the fields behind the last chunk, within the bound of the head. Nothing is read behind
 * its end. Confined.
 */
final class ChunkedBody extends InputStream {
    /** Longest line before a chunk, its extensions included. */
    static final int LINE = 1 << 10;

    private static final Pattern SIZE = Pattern.compile("0*+([0-9A-Fa-f]*+)[ \\t]*+(?:;.*+)?+");
    private static final int DIGITS = 15;
    private static final int HEX = 16;

    private final InputStream in;
    private int spare;
    private long left;
    private Place place = Place.BEFORE;

    /** Where it is. */
    private enum Place {
        /** Before the first chunk. */
        BEFORE,
        /** In a chunk, or at its end. */
        INSIDE,
        /** Behind everything. */
        BEHIND
    }

    /**
     * A body that begins with the next byte.
     *
     * @param spare most bytes of the fields behind it
     */
    ChunkedBody(InputStream in, int spare) {
        this.in = in;
        this.spare = spare;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    /**
     * Reads some bytes.
     *
     * @throws EOFException where the stream ends before the body does
     * @throws MalformedChunkCodingException where it cannot be understood
     * @throws MessageConstraintException where too much stands around its bytes
     */
    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (left == 0 && !next()) {
            return -1;
        }
        int read = in.read(into, from, (int) Math.min(left, length));
        if (read < 0) {
            throw new EOFException();
        }
        left -= read;
        return read;
    }

    /** Goes to the bytes of the next chunk; false where there is none. */
    private boolean next() throws IOException {
        if (place == Place.BEHIND) {
            return false;
        }
        if (place == Place.INSIDE && !line(0).isEmpty()) {
            throw malformed();
        }
        place = Place.INSIDE;
        left = size(line(LINE));
        if (left > 0) {
            return true;
        }
        for (String line = line(spare); !line.isEmpty(); line = line(spare)) {
            spare -= line.length() + 2;
            if (!HeadLines.isField(line)) {
                throw malformed();
            }
        }
        place = Place.BEHIND;
        return false;
    }

    private static long size(String line) throws IOException {
        Matcher matcher = SIZE.matcher(line);
        if (line.isEmpty() || Character.digit(line.charAt(0), HEX) < 0 || !matcher.matches()) {
            throw malformed();
        }
        String digits = matcher.group(1);
        if (digits.length() > DIGITS) {
            throw tooLong();
        }
        return digits.isEmpty() ? 0 : Long.parseLong(digits, HEX);
    }

    /** A line without its end. Of none that is to be empty more than its first two bytes are read. */
    private String line(int most) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = octet(); next != '\r'; next = octet()) {
            if (next == '\n' || HeadLines.isForbidden(next)) {
                throw malformed();
            }
            if (line.length() >= most) {
                throw most == 0 ? malformed() : tooLong();
            }
            line.append((char) next);
        }
        if (octet() != '\n') {
            throw malformed();
        }
        return line.toString();
    }

    private int octet() throws IOException {
        int next = in.read();
        if (next < 0) {
            throw new EOFException();
        }
        return next;
    }

    private static IOException tooLong() {
        return new MessageConstraintException("a line of a size, or the fields behind the last chunk");
    }

    private static IOException malformed() {
        return new MalformedChunkCodingException("no chunks");
    }
}
