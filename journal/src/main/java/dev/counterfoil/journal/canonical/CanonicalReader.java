// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.canonical;

import dev.counterfoil.journal.canonical.NotCanonicalException.Reason;
import dev.counterfoil.journal.record.Bounds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads canonical bytes in one pass, and nothing else: whatever it accepts, {@link CanonicalWriter} spells with the same bytes.
 * Confined to one thread; its only public face is a static method.
 *
 * <p>It is no reader for JSON that people write: that is {@link StrictJson}.
 */
public final class CanonicalReader {
    /** Deepest nesting of objects and arrays: records have three levels, documents a few more. */
    public static final int DEPTH = 32;

    /** Digits of 2^53 − 1. */
    private static final int INTEGER_DIGITS = 16;

    private static final String HEX = "0123456789abcdef";

    /** The control characters that have a short escape. */
    private static final String SHORT = "\b\t\n\f\r";

    private final byte[] in;
    private int at;
    private int depth;

    private CanonicalReader(byte[] in) {
        this.in = in;
    }

    /**
     * Reads one value that fills the bytes.
     *
     * @param bytes the bytes, read but not kept
     * @param maxBytes most bytes to accept
     * @return the value
     * @throws NotCanonicalException where the bytes are not the canonical form of a value, or too many
     */
    public static Json read(byte[] bytes, int maxBytes) {
        if (bytes.length > maxBytes) {
            throw new NotCanonicalException(Reason.TOO_LARGE, maxBytes);
        }
        CanonicalReader reader = new CanonicalReader(bytes);
        Json value = reader.value();
        if (reader.at < bytes.length) {
            throw reader.refusal(Reason.TRAILING_BYTES);
        }
        return value;
    }

    private Json value() {
        byte first = peek();
        return switch (first) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> new Json.Text(text());
            case 't' -> literal("true", new Json.Truth(true));
            case 'f' -> literal("false", new Json.Truth(false));
            case 'n' -> literal("null", Json.NULL);
            default -> {
                if (first == '-' || isDigit(first)) {
                    yield integer();
                }
                throw refusal(Reason.UNEXPECTED_BYTE);
            }
        };
    }

    private Json object() {
        enter();
        Map<String, Json> members = new LinkedHashMap<>();
        if (peek() != '}') {
            String name = name();
            members.put(name, value());
            while (peek() == ',') {
                at++;
                name = nameAfter(name);
                members.put(name, value());
            }
        }
        expect('}');
        depth--;
        return new Json.Members(members);
    }

    private String nameAfter(String last) {
        int start = at;
        String name = name();
        int order = name.compareTo(last);
        if (order <= 0) {
            throw new NotCanonicalException(order == 0 ? Reason.DUPLICATE_MEMBER : Reason.MEMBER_ORDER, start);
        }
        return name;
    }

    private String name() {
        if (peek() != '"') {
            throw refusal(Reason.UNEXPECTED_BYTE);
        }
        String name = text();
        expect(':');
        return name;
    }

    private Json array() {
        enter();
        List<Json> elements = new ArrayList<>();
        if (peek() != ']') {
            elements.add(value());
            while (peek() == ',') {
                at++;
                elements.add(value());
            }
        }
        expect(']');
        depth--;
        return new Json.Elements(elements);
    }

    private void enter() {
        if (++depth > DEPTH) {
            throw refusal(Reason.TOO_DEEP);
        }
        at++;
    }

    private Json literal(String word, Json value) {
        for (int i = 0; i < word.length(); i++) {
            expect(word.charAt(i));
        }
        return value;
    }

    private Json integer() {
        int start = at;
        boolean negative = in[at] == '-';
        if (negative) {
            at++;
        }
        int firstDigit = at;
        long magnitude = 0;
        while (at < in.length && isDigit(in[at])) {
            if (at - firstDigit == INTEGER_DIGITS) {
                throw new NotCanonicalException(Reason.INTEGER_RANGE, start);
            }
            magnitude = 10 * magnitude + in[at++] - '0';
        }
        boolean leadingZero = in[Math.min(firstDigit, in.length - 1)] == '0' && (negative || at - firstDigit > 1);
        boolean fraction = at < in.length && (in[at] == '.' || in[at] == 'e' || in[at] == 'E');
        if (at == firstDigit || leadingZero || fraction) {
            throw new NotCanonicalException(Reason.NUMBER_SPELLING, start);
        }
        if (magnitude > Bounds.INTEGER) {
            throw new NotCanonicalException(Reason.INTEGER_RANGE, start);
        }
        return new Json.Whole(negative ? -magnitude : magnitude);
    }

    private String text() {
        int start = ++at;
        while (isPlain(peek())) {
            at++;
        }
        String plain = new String(in, start, at - start, StandardCharsets.US_ASCII);
        if (in[at] == '"') {
            at++;
            return plain;
        }
        StringBuilder text = new StringBuilder(plain);
        while (peek() != '"') {
            character(text);
        }
        at++;
        return text.toString();
    }

    private static boolean isPlain(byte b) {
        return b >= 0x20 && b != '"' && b != '\\';
    }

    private void character(StringBuilder text) {
        byte b = in[at];
        if (b < 0) {
            text.appendCodePoint(multiByte(b & 0xFF));
        } else if (b == '\\') {
            text.append(escape());
        } else if (b < 0x20) {
            throw refusal(Reason.CONTROL_CHARACTER);
        } else {
            text.append((char) b);
            at++;
        }
    }

    /** Unicode's table of well-formed byte sequences: only the second byte's range depends on the first. */
    private int multiByte(int lead) {
        int more;
        int low = 0x80;
        int high = 0xBF;
        if (lead >= 0xC2 && lead <= 0xDF) {
            more = 1;
        } else if (lead >= 0xE0 && lead <= 0xEF) {
            more = 2;
            low = lead == 0xE0 ? 0xA0 : low;
            high = lead == 0xED ? 0x9F : high;
        } else if (lead >= 0xF0 && lead <= 0xF4) {
            more = 3;
            low = lead == 0xF0 ? 0x90 : low;
            high = lead == 0xF4 ? 0x8F : high;
        } else {
            throw refusal(Reason.INVALID_UTF8);
        }
        int codePoint = lead & 0x3F >> more;
        at++;
        for (int i = 0; i < more; i++) {
            int next = at < in.length ? in[at] & 0xFF : 0;
            if (next < (i == 0 ? low : 0x80) || next > (i == 0 ? high : 0xBF)) {
                throw refusal(Reason.INVALID_UTF8);
            }
            codePoint = codePoint << 6 | next & 0x3F;
            at++;
        }
        return codePoint;
    }

    private char escape() {
        int start = at++;
        char value =
                switch (take()) {
                    case '"' -> '"';
                    case '\\' -> '\\';
                    case 'b' -> '\b';
                    case 't' -> '\t';
                    case 'n' -> '\n';
                    case 'f' -> '\f';
                    case 'r' -> '\r';
                    case 'u' -> controlCharacter(start);
                    default -> throw new NotCanonicalException(Reason.ESCAPE_SPELLING, start);
                };
        return value;
    }

    /** The control characters without a short escape: {@code 0, 0, 0 or 1, lower-case hex}. */
    private char controlCharacter(int start) {
        boolean zeros = take() == '0' & take() == '0';
        byte sixteens = take();
        byte ones = take();
        int low = HEX.indexOf(ones);
        char value = (char) (16 * (sixteens - '0') + low);
        if (!zeros || sixteens < '0' || sixteens > '1' || low < 0 || SHORT.indexOf(value) >= 0) {
            throw new NotCanonicalException(Reason.ESCAPE_SPELLING, start);
        }
        return value;
    }

    private byte take() {
        byte b = peek();
        at++;
        return b;
    }

    private byte peek() {
        if (at >= in.length) {
            throw refusal(Reason.UNEXPECTED_END);
        }
        return in[at];
    }

    private void expect(char ascii) {
        if (peek() != ascii) {
            throw refusal(Reason.UNEXPECTED_BYTE);
        }
        at++;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    private NotCanonicalException refusal(Reason reason) {
        return new NotCanonicalException(reason, at);
    }
}
