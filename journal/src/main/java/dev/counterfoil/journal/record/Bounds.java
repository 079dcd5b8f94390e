// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Every bound of the record format, in one place: the same when writing and when reading. Immutable.
 */
public final class Bounds {
    /** Longest id, provider id, scope, key, account or label, in UTF-8 bytes: it fits an environment variable and a header. */
    public static final int TEXT_BYTES = 256;

    /** Largest request, in bytes. */
    public static final int REQUEST_BYTES = 1 << 20;

    /** Largest response unless {@code max_response_bytes} says otherwise, in bytes. */
    public static final int RESPONSE_BYTES = 1 << 20;

    /** Largest response that {@code max_response_bytes} may allow, in bytes. */
    public static final int RESPONSE_BYTES_AT_MOST = 64 << 20;

    /** Largest canonical record, in bytes. */
    public static final int RECORD_BYTES = 64 << 10;

    /** Largest canonical tombstone, in bytes: numbers, words, digests and one id, whose every byte may need an escape. */
    public static final int TOMBSTONE_BYTES = 4 << 10;

    /** Largest evidence kept beside a record, in bytes. */
    public static final int EVIDENCE_BYTES = 64 << 10;

    /** Largest provider configuration kept beside an opening, in bytes: that of a spec line. */
    public static final int CONFIGURATION_BYTES = 4 << 20;

    /** Most attempts of one invocation. */
    public static final int ATTEMPTS = 1_024;

    /** Most evidence records for one attempt, and most for none. */
    public static final int EVIDENCE_PER_ATTEMPT = 64;

    /** Most providers in an order. */
    public static final int PROVIDERS = 256;

    /** Longest line of a spec, in bytes. */
    public static final int SPEC_LINE_BYTES = 4 << 20;

    /** Greatest integer of the canonical form: 2^53 − 1, the last that every JSON reader agrees on. */
    public static final long INTEGER = (1L << 53) - 1;

    /**
     * Greatest observed amount: 2^51 − 1. {@link #ATTEMPTS} exposures of two such amounts fit a {@code long}, so no report of a
     * provider can overflow a total.
     */
    public static final long OBSERVED = (1L << 51) - 1;

    private Bounds() {}

    /**
     * Checks a name: not empty, at most {@link #TEXT_BYTES} UTF-8 bytes, no control character, no lone surrogate.
     *
     * @param what the member's name, for the message
     * @param value the text
     * @return the text
     * @throws IllegalArgumentException where it is not such a name; the message never holds the text
     */
    public static String name(String what, String value) {
        if (isPlainName(value)) {
            return value;
        }
        if (value.isEmpty()) {
            throw new IllegalArgumentException(what + " is empty");
        }
        int bytes = utf8Length(what, value);
        if (bytes > TEXT_BYTES) {
            throw new IllegalArgumentException(what + " has " + bytes + " bytes, at most " + TEXT_BYTES + " are allowed");
        }
        if (value.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(what + " has a control character");
        }
        return value;
    }

    /** What nearly all names are, seen without an encoder: printable ASCII of a length that is allowed. */
    private static boolean isPlainName(String value) {
        int length = value.length();
        if (length == 0 || length > TEXT_BYTES) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            if (c < ' ' || c > '~') {
                return false;
            }
        }
        return true;
    }

    /**
     * Checks an amount: not negative and at most {@link #INTEGER}.
     *
     * @param what the member's name, for the message
     * @param value the amount
     * @return the amount
     * @throws IllegalArgumentException where it is out of range
     */
    public static long amount(String what, long value) {
        if (value < 0 || value > INTEGER) {
            throw new IllegalArgumentException(what + " is " + value + ", must be 0 to " + INTEGER);
        }
        return value;
    }

    /**
     * A time as an amount of milliseconds; a part of one is cut off.
     *
     * @param what what it is, for the message
     * @param time the time
     * @return 0 to {@link #INTEGER}
     * @throws IllegalArgumentException where it is negative or longer
     */
    public static long millis(String what, Duration time) {
        if (time.isNegative() || time.compareTo(Duration.ofMillis(INTEGER)) > 0) {
            throw new IllegalArgumentException(what + " must be 0 to " + INTEGER + " milliseconds");
        }
        return time.toMillis();
    }

    /**
     * Length of a text in UTF-8 bytes.
     *
     * @param what the member's name, for the message
     * @param value the text
     * @return the number of bytes
     * @throws IllegalArgumentException where the text has a lone surrogate
     */
    public static int utf8Length(String what, String value) {
        try {
            ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(value));
            return bytes.remaining();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(what + " has a lone surrogate", e);
        }
    }
}
