// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

/** An operation's key as a header: a string of structured fields (RFC 9651, 3.3.3), so printable ASCII. Pure, thread-safe. */
public final class IdempotencyKey {
    /** The header's name. */
    public static final String NAME = "Idempotency-Key";

    private IdempotencyKey() {}

    /**
     * Whether a key can be sent.
     *
     * @param key the key
     * @return false where a character of it is not printable ASCII
     */
    public static boolean canSpell(String key) {
        return key.chars().allMatch(c -> c >= ' ' && c <= '~');
    }

    /** In quotes; quotes and backslashes within behind a backslash. */
    static String quoted(String key) {
        return '"' + key.replaceAll("([\"\\\\])", "\\\\$1") + '"';
    }
}
