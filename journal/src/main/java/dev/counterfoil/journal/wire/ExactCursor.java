// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.wire;

import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Coded;
import dev.counterfoil.journal.record.Content;
import dev.counterfoil.journal.record.JournalException;
import dev.counterfoil.journal.record.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A place in bytes that are expected to be a record's one encoding. It knows the spellings that nearly all records have: numbers from 0,
 * text of printable ASCII without an escape. Whatever else it meets, it only says that it is something else. Confined to one thread.
 */
final class ExactCursor {
    /**
     * Says that the bytes are something else: damage, or another spelling that is as good. Who catches it asks the thorough reader, and
     * nobody else sees it: so there is one, whose stack says nothing.
     */
    static final class SomethingElse extends JournalException {
        private static final long serialVersionUID = 1L;
        private static final SomethingElse INSTANCE = new SomethingElse();

        private SomethingElse() {
            super("something else");
        }
    }

    private static final byte[] NULL = ascii("null");
    private static final byte[] TRUE = ascii("true");
    private static final byte[] FALSE = ascii("false");

    /** Digits that a long holds whatever they are; greater numbers than the bound are refused behind it. */
    private static final int DIGITS = 16;

    private final byte[] in;
    private int at;

    ExactCursor(byte[] in) {
        this.in = in;
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** How a member begins that is not the first of its object. */
    static byte[] member(String name) {
        return ascii(",\"" + name + "\":");
    }

    static SomethingElse somethingElse() {
        return SomethingElse.INSTANCE;
    }

    /** Whether the literal stands here; then the place is behind it. */
    boolean is(byte[] literal) {
        int end = at + literal.length;
        if (end > in.length || !Arrays.equals(in, at, end, literal, 0, literal.length)) {
            return false;
        }
        at = end;
        return true;
    }

    ExactCursor pass(byte[] literal) {
        if (!is(literal)) {
            throw somethingElse();
        }
        return this;
    }

    private byte here() {
        if (at == in.length) {
            throw somethingElse();
        }
        return in[at];
    }

    private boolean isNull() {
        return is(NULL);
    }

    void end() {
        if (at != in.length) {
            throw somethingElse();
        }
    }

    long whole() {
        int start = at;
        long value = 0;
        while (at < in.length && in[at] >= '0' && in[at] <= '9' && at - start < DIGITS) {
            value = 10 * value + in[at++] - '0';
        }
        boolean more = at < in.length && in[at] >= '0' && in[at] <= '9';
        if (at == start || more || in[start] == '0' && at - start > 1 || value > Bounds.INTEGER) {
            throw somethingElse();
        }
        return value;
    }

    OptionalLong optionalWhole() {
        return isNull() ? OptionalLong.empty() : OptionalLong.of(whole());
    }

    int ordinal() {
        long ordinal = whole();
        if (ordinal >= Bounds.ATTEMPTS) {
            throw somethingElse();
        }
        return (int) ordinal;
    }

    OptionalLong optionalOrdinal() {
        return isNull() ? OptionalLong.empty() : OptionalLong.of(ordinal());
    }

    boolean truth() {
        if (is(TRUE)) {
            return true;
        }
        pass(FALSE);
        return false;
    }

    String text() {
        if (here() != '"') {
            throw somethingElse();
        }
        int start = ++at;
        byte b = here();
        while (b >= 0x20 && b < 0x7F && b != '"' && b != '\\') {
            at++;
            b = here();
        }
        if (b != '"') {
            throw somethingElse();
        }
        return new String(in, start, at++ - start, StandardCharsets.ISO_8859_1);
    }

    Optional<String> optionalText() {
        return isNull() ? Optional.empty() : Optional.of(text());
    }

    <E extends Coded> E word(ExactWords<E> list) {
        return spelled(list).orElseThrow(ExactCursor::somethingElse);
    }

    <E extends Coded> Optional<E> optionalWord(ExactWords<E> list) {
        if (isNull()) {
            return Optional.empty();
        }
        Optional<E> word = spelled(list);
        if (word.isEmpty()) {
            throw somethingElse();
        }
        return word;
    }

    private <E extends Coded> Optional<E> spelled(ExactWords<E> list) {
        if (here() != '"') {
            throw somethingElse();
        }
        int start = ++at;
        while (here() != '"') {
            at++;
        }
        return list.find(in, start, at++);
    }

    Sha256 digest() {
        int start = at + 1;
        int end = start + 2 * Sha256.BYTES;
        if (end >= in.length || in[at] != '"' || in[end] != '"') {
            throw somethingElse();
        }
        at = end + 1;
        return Sha256.ofHex(in, start).orElseThrow(ExactCursor::somethingElse);
    }

    Optional<Sha256> optionalDigest() {
        return isNull() ? Optional.empty() : Optional.of(digest());
    }

    /** A length, and behind it the digest of the same bytes; both or neither. */
    Optional<Content> optionalContent(byte[] digestMember) {
        OptionalLong bytes = optionalWhole();
        Optional<Sha256> digest = pass(digestMember).optionalDigest();
        if (bytes.isPresent() != digest.isPresent()) {
            throw somethingElse();
        }
        return digest.isPresent() ? Optional.of(new Content(digest.get(), bytes.getAsLong())) : Optional.empty();
    }
}
