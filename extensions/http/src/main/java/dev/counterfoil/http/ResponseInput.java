// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Content;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.ProtocolVersion;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.ContentLengthInputStream;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParser;
import org.apache.hc.core5.http.impl.io.SessionInputBufferImpl;
import org.apache.hc.core5.http.message.BasicLineParser;

/**
 * Reads the answer to one request. Confined, but for {@link #soFar()}.
 *
 * <p>A head is parsed only when all of it is there: a parser that meets the end of the stream takes it for the end of the head, and half
 * a head may say something else than the whole. So is one whose lines two readers may take differently.
 *
 * <p>A body that has neither a length nor chunks ends where the connection does: whole where that end is believed, else cut.
 */
final class ResponseInput {
    /** Most bytes of all heads of one answer, those before the final one too. */
    static final int HEAD_BYTES = 64 << 10;

    private static final int BUFFER = 8 << 10;
    private static final int SWITCHING = 101;
    private static final int FINAL = 200;
    private static final int LEAST = 100;
    private static final int GREATEST = 999;
    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;
    private static final Http1Config BOUNDS =
            Http1Config.custom().setMaxLineLength(HEAD_BYTES).setMaxHeaderCount(HEAD_BYTES).setMaxEmptyLineCount(1).build();

    private final InputStream in;
    private final BooleanSupplier believed;
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();
    private volatile OptionalLong said = OptionalLong.empty();
    private int headBytes;

    /** Of a connection whose end is to be believed, as there is nothing better. */
    ResponseInput(InputStream in) {
        this(in, () -> true);
    }

    /**
     * Of a connection.
     *
     * @param in what comes
     * @param believed asked once it ended: whether a body that ends so is whole
     */
    ResponseInput(InputStream in, BooleanSupplier believed) {
        this.in = new BufferedInputStream(in, BUFFER);
        this.believed = believed;
    }

    /** How far a head got. */
    private enum Head {
        WHOLE,
        CUT,
        MALFORMED,
        TOO_LARGE
    }

    /** How much of a body is wanted. */
    @FunctionalInterface
    interface Wanted {
        /** Most bytes for a reply of this status; none are read where it is negative. */
        long bytes(int status);
    }

    /** What is told as soon as the head is there, before its body is read. */
    @FunctionalInterface
    interface Early {
        /** The reply, its body unread. */
        void head(Reply reply);
    }

    /** The final answer. */
    Ended read(Wanted wanted, Early early) {
        while (true) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            Head head = head(bytes);
            if (head != Head.WHOLE) {
                return new Ended.Broken(switch (head) {
                    case TOO_LARGE -> Ended.Break.HEAD_TOO_LARGE;
                    case MALFORMED -> Ended.Break.MALFORMED;
                    default -> Ended.Break.RESET;
                });
            }
            try {
                ClassicHttpResponse response = parsed(bytes.toByteArray());
                int status = response.getCode();
                if (status >= FINAL || status == SWITCHING) {
                    Reply reply = new Reply(status, fields(response), new Reply.Body.Unread());
                    early.head(reply);
                    long most = wanted.bytes(status);
                    return new Ended.Replied(most < 0 ? reply : reply.with(body(reply, response.getVersion(), most)));
                }
            } catch (IOException | HttpException | IllegalArgumentException malformed) {
                return new Ended.Broken(Ended.Break.MALFORMED);
            }
        }
    }

    /** Takes the bytes of one head, up to the empty line behind it. */
    private Head head(ByteArrayOutputStream bytes) {
        try {
            int line = 0;
            for (int next = in.read(); next >= 0; next = in.read()) {
                if (++headBytes > HEAD_BYTES) {
                    return Head.TOO_LARGE;
                }
                if (HeadLines.isForbidden(next)) {
                    return Head.MALFORMED;
                }
                bytes.write(next);
                if (next == '\n') {
                    if (line == 0) {
                        return Head.WHOLE;
                    }
                    line = 0;
                } else if (next != '\r') {
                    line++;
                }
            }
        } catch (IOException broken) {
            return Head.CUT;
        }
        return Head.CUT;
    }

    private static ClassicHttpResponse parsed(byte[] head) throws IOException, HttpException {
        if (!HeadLines.areSound(head)) {
            throw new IllegalArgumentException("lines of no head");
        }
        ClassicHttpResponse response = new DefaultHttpResponseParser(BOUNDS, BasicLineParser.INSTANCE, null)
                .parse(new SessionInputBufferImpl(BUFFER, HEAD_BYTES + 1), new ByteArrayInputStream(head));
        boolean known = response.getVersion() != null && response.getVersion().getMajor() == 1;
        if (!known || response.getCode() < LEAST || response.getCode() > GREATEST) {
            throw new IllegalArgumentException("no head of HTTP/1");
        }
        return response;
    }

    private static SortedMap<String, List<String>> fields(ClassicHttpResponse response) {
        SortedMap<String, List<String>> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (org.apache.hc.core5.http.Header header : response.getHeaders()) {
            fields.computeIfAbsent(header.getName(), name -> new ArrayList<>()).add(String.valueOf(header.getValue()));
        }
        return fields;
    }

    private Reply.Body body(Reply head, ProtocolVersion version, long most) {
        if (head.status() == NO_CONTENT || head.status() == NOT_MODIFIED) {
            return new Reply.Body.Whole(Bytes.EMPTY);
        }
        Optional<Framing> framing = Framing.of(version, head.fields());
        if (framing.isEmpty()) {
            return malformed();
        }
        if (framing.get() instanceof Framing.Length length) {
            said = OptionalLong.of(length.bytes());
            return length.bytes() > most
                    ? new Reply.Body.TooLong(said, Bytes.EMPTY.content())
                    : bounded(new ContentLengthInputStream(new SessionInputBufferImpl(BUFFER), in, length.bytes()), most, () -> true);
        }
        return framing.get() instanceof Framing.Chunks
                ? bounded(new ChunkedBody(in, HEAD_BYTES - headBytes), most, () -> true)
                : bounded(in, most, believed);
    }

    /** Reads to the end, or to the first byte that is too many. The stream is not closed: that would read on. */
    private Reply.Body bounded(InputStream framed, long most, BooleanSupplier whole) {
        byte[] chunk = new byte[BUFFER];
        try {
            for (int read = framed.read(chunk); read >= 0; read = framed.read(chunk)) {
                held.write(chunk, 0, read);
                if (held.size() > most) {
                    return new Reply.Body.TooLong(said, read());
                }
            }
            return whole.getAsBoolean() ? new Reply.Body.Whole(Bytes.of(held.toByteArray())) : soFar();
        } catch (MalformedChunkCodingException malformed) {
            return malformed();
        } catch (MessageConstraintException more) {
            return new Reply.Body.TooLong(said, read());
        } catch (IOException cut) {
            return soFar();
        }
    }

    /** The body as far as it came. May be asked for by another thread, while this one still reads. */
    Reply.Body.Cut soFar() {
        return new Reply.Body.Cut(said, read());
    }

    private Reply.Body malformed() {
        return new Reply.Body.Malformed(said, read());
    }

    private Content read() {
        return Bytes.of(held.toByteArray()).content();
    }
}
