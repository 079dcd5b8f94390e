// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.canonical;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * The spelling of a double found by trying: exact decimals, rounded to ever more digits until one reads back. Slow and plain: what
 * {@link ShortestDecimal} is held against.
 */
final class ExactShortestDecimal {
    /** Digits that are always enough for a double. */
    private static final int DIGITS_AT_MOST = 17;

    /** Digits that a double always keeps. */
    private static final int DIGITS_KEPT = 15;

    private ExactShortestDecimal() {}

    /**
     * Spells a double.
     *
     * @param value finite
     * @return its text; both zeros are {@code 0}
     */
    static String spell(double value) {
        if (value == 0) {
            return "0";
        }
        String magnitude = layOut(shortest(Math.abs(value)));
        return value < 0 ? "-" + magnitude : magnitude;
    }

    /**
     * If some decimal of p digits reads back, so does one of p + 1 (a zero more): the least p can be found by halving. Most doubles that
     * get here need more than {@link #DIGITS_KEPT}, so that is asked first.
     */
    private static BigDecimal shortest(double value) {
        BigDecimal exact = new BigDecimal(value);
        boolean isShort = suffices(exact, DIGITS_KEPT, value);
        int low = isShort ? 1 : DIGITS_KEPT + 1;
        int high = isShort ? DIGITS_KEPT : DIGITS_AT_MOST;
        while (low < high) {
            int middle = (low + high) / 2;
            if (suffices(exact, middle, value)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return closest(exact, low, value);
    }

    private static boolean suffices(BigDecimal exact, int digits, double value) {
        return readsBack(below(exact, digits), value) || readsBack(above(exact, digits), value);
    }

    /**
     * Both neighbours are tried: what rounds to a double is an interval around it that is wider above than below where the double is
     * a power of two, so the closer neighbour is not always the one inside.
     */
    private static BigDecimal closest(BigDecimal exact, int digits, double value) {
        BigDecimal below = below(exact, digits);
        BigDecimal above = above(exact, digits);
        if (!readsBack(above, value)) {
            return below;
        }
        if (!readsBack(below, value)) {
            return above;
        }
        int order = exact.subtract(below).compareTo(above.subtract(exact));
        boolean belowIsEven = !below.unscaledValue().testBit(0);
        return order < 0 || order == 0 && belowIsEven ? below : above;
    }

    private static BigDecimal below(BigDecimal exact, int digits) {
        return exact.round(new MathContext(digits, RoundingMode.DOWN));
    }

    private static BigDecimal above(BigDecimal exact, int digits) {
        return exact.round(new MathContext(digits, RoundingMode.UP));
    }

    private static boolean readsBack(BigDecimal decimal, double value) {
        return Double.parseDouble(decimal.toString()) == value;
    }

    /** ECMAScript, Number::toString: s are the digits, the value is 0.s × 10^point. */
    private static String layOut(BigDecimal decimal) {
        BigDecimal stripped = decimal.stripTrailingZeros();
        String digits = stripped.unscaledValue().toString();
        int point = digits.length() - stripped.scale();
        if (digits.length() <= point && point <= 21) {
            return digits + "0".repeat(point - digits.length());
        }
        if (0 < point && point <= 21) {
            return digits.substring(0, point) + "." + digits.substring(point);
        }
        if (-6 < point && point <= 0) {
            return "0." + "0".repeat(-point) + digits;
        }
        int exponent = point - 1;
        String fraction = digits.length() == 1 ? "" : "." + digits.substring(1);
        return digits.charAt(0) + fraction + "e" + (exponent < 0 ? "-" : "+") + Math.abs(exponent);
    }
}
