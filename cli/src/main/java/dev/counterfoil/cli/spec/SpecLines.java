// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import dev.counterfoil.journal.record.Bounds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Optional;

/**
 * Takes specs off a stream one by one: JSON lines, or one object that spans lines. A line is handed on as soon as its end was read,
 * except that an unfinished first line has the next one read too. Confined.
 */
final class SpecLines {
    private final InputStream in;
    private final ArrayDeque<Piece> ahead = new ArrayDeque<>();
    private int line;
    private boolean first = true;

    SpecLines(InputStream in) {
        this.in = in;
    }

    /** Bytes and the line on which they begin; {@code bytes} has one byte more than the bound where there were more. */
    record Piece(byte[] bytes, int line) {
        /** What is over the bound is refused as too long, whatever it holds. */
        boolean isBlank() {
            if (bytes.length > Bounds.SPEC_LINE_BYTES) {
                return false;
            }
            for (byte each : bytes) {
                if (each != ' ' && each != '\t' && each != '\r') {
                    return false;
                }
            }
            return true;
        }

        /** Whether an object or array was begun and not ended here. */
        boolean isUnfinished() {
            int depth = 0;
            boolean quoted = false;
            for (int i = 0; i < bytes.length; i++) {
                byte each = bytes[i];
                if (quoted && each == '\\') {
                    i++;
                } else if (each == '"') {
                    quoted = !quoted;
                } else if (!quoted) {
                    depth += each == '{' || each == '[' ? 1 : each == '}' || each == ']' ? -1 : 0;
                }
            }
            return depth > 0 && !quoted;
        }

        boolean beginsObject() {
            for (byte each : bytes) {
                if (each != ' ' && each != '\t') {
                    return each == '{';
                }
            }
            return false;
        }
    }

    /** The next spec, or empty at the end. */
    Optional<Piece> next() throws IOException {
        Optional<Piece> piece = nextLine();
        while (piece.filter(Piece::isBlank).isPresent()) {
            piece = nextLine();
        }
        if (first && piece.filter(Piece::isUnfinished).isPresent()) {
            Optional<Piece> following = readLine();
            following.ifPresent(ahead::add);
            if (following.filter(each -> !each.beginsObject()).isPresent()) {
                piece = Optional.of(rest(piece.get()));
            }
        }
        first = false;
        return piece;
    }

    private Piece rest(Piece begun) throws IOException {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.writeBytes(begun.bytes());
        for (Optional<Piece> more = nextLine(); more.isPresent(); more = nextLine()) {
            if (whole.size() <= Bounds.SPEC_LINE_BYTES) {
                whole.write('\n');
                whole.writeBytes(more.get().bytes());
            }
        }
        return new Piece(whole.toByteArray(), begun.line());
    }

    private Optional<Piece> nextLine() throws IOException {
        return ahead.isEmpty() ? readLine() : Optional.of(ahead.remove());
    }

    private Optional<Piece> readLine() throws IOException {
        int next = in.read();
        if (next < 0) {
            return Optional.empty();
        }
        line++;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        while (next >= 0 && next != '\n') {
            if (bytes.size() <= Bounds.SPEC_LINE_BYTES) {
                bytes.write(next);
            }
            next = in.read();
        }
        return Optional.of(new Piece(bytes.toByteArray(), line));
    }
}
