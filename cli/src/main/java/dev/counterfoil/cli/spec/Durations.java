// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import dev.counterfoil.journal.record.Bounds;
import java.math.BigInteger;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as they are written in specs and options: a whole number and one of {@code ms}, {@code s}, {@code m}, {@code h}. Immutable.
 */
public final class Durations {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,20})(ms|s|m|h)");

    private Durations() {}

    /**
     * Reads a duration.
     *
     * @param text as {@code 250ms}
     * @return whole milliseconds, at most 2^53 − 1
     * @throws IllegalArgumentException where it is none; the message does not hold the text
     */
    public static Duration parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException("must be a duration: digits and ms, s, m or h, as 250ms");
        }
        long unit = switch (form.group(2)) {
            case "ms" -> 1;
            case "s" -> 1_000;
            case "m" -> 60_000;
            default -> 3_600_000;
        };
        BigInteger millis = new BigInteger(form.group(1)).multiply(BigInteger.valueOf(unit));
        if (millis.compareTo(BigInteger.valueOf(Bounds.INTEGER)) > 0) {
            throw new IllegalArgumentException("must be a duration of at most " + Bounds.INTEGER + " milliseconds");
        }
        return Duration.ofMillis(millis.longValueExact());
    }
}
