// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import java.util.regex.Pattern;

/**
 * One field of a message's head. Immutable.
 *
 * @param name its name, a token; compared without regard to case
 * @param value its value: printable ASCII, blanks and tabs inside, {@value #BYTES} bytes at most
 */
public record Header(String name, String value) {
    /** Longest name or value, in bytes. */
    public static final int BYTES = 8 << 10;

    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern VALUE = Pattern.compile("(?:[!-~](?:[\\t -~]*[!-~])?)?");

    /**
     * Checks name and value.
     *
     * @throws IllegalArgumentException where one cannot stand in a head as it is; the message never holds the value
     */
    public Header {
        checkName(name);
        checkValue(value);
    }

    /**
     * Checks a name.
     *
     * @param name the name
     * @return the name
     * @throws IllegalArgumentException where it is no token, or too long
     */
    public static String checkName(String name) {
        if (!NAME.matcher(name).matches() || name.length() > BYTES) {
            throw new IllegalArgumentException("is no name of a header: letters, digits and !#$%&'*+.^_`|~- only");
        }
        return name;
    }

    /**
     * Checks a value.
     *
     * @param value the value
     * @return the value
     * @throws IllegalArgumentException where it has a character that a head cannot hold, or is too long; the message never holds it
     */
    public static String checkValue(String value) {
        if (value.length() > BYTES) {
            throw new IllegalArgumentException("has " + value.length() + " characters, a header has at most " + BYTES);
        }
        if (!VALUE.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "cannot stand in a header: printable ASCII only, no line break, no blank at its beginning or end");
        }
        return value;
    }

    /** Names it, and tells nothing of the value: it may be a secret. */
    @Override
    public String toString() {
        return "Header[" + name + ", " + value.length() + " characters]";
    }
}
