// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.canonical;

import java.math.BigInteger;

/**
 * The spelling of a double that ECMAScript, and with it RFC 8785, prescribes: the fewest digits that read back as the same double, of
 * several such the closest to its exact value. Pure; thread-safe.
 *
 * <p>Not {@link Double#toString(double)}: before Java 19 that is not always the shortest, so digests would depend on the JDK. Nor exact
 * decimals: the smallest doubles have 750 digits, and a request full of them would keep a processor busy for seconds. The search is that of
 * Raffaello Giulietti's Schubfach: of the decimals with one exponent, chosen so that the interval of a double holds one of them at least
 * and few, the two around the value are compared with the interval's ends, in products of 64 and 126 bits. A test compares it with the
 * search in exact decimals.
 */
public final class ShortestDecimal {
    /** Bits of a double's fraction. */
    private static final int FRACTION_BITS = 52;

    /** Exponent of the smallest doubles. */
    private static final int LEAST_EXPONENT = -1_074;

    /** The significand of a power of two, whose interval is narrower below than above. */
    private static final long POWER_OF_TWO = 1L << FRACTION_BITS;

    /** Bits of a power of ten in the table. */
    private static final int POWER_BITS = 126;

    private static final long LOW_63 = Long.MAX_VALUE;

    /** Exponents of ten that doubles need. */
    private static final int LEAST_TEN = -324;
    private static final int GREATEST_TEN = 292;

    /** For each k the number 10^-k, scaled to {@link #POWER_BITS} bits and rounded up: its upper 63 bits and its lower 63. */
    private static final long[] UPPER = new long[GREATEST_TEN - LEAST_TEN + 1];

    private static final long[] LOWER = new long[UPPER.length];

    static {
        for (int k = LEAST_TEN; k <= GREATEST_TEN; k++) {
            BigInteger power = BigInteger.TEN.pow(Math.abs(k));
            int shift = POWER_BITS - 1 - floorLog2OfTenTo(-k);
            BigInteger scaled = k > 0
                    ? BigInteger.ONE.shiftLeft(shift).divide(power)
                    : shift >= 0 ? power.shiftLeft(shift) : power.shiftRight(-shift);
            BigInteger above = scaled.add(BigInteger.ONE);
            UPPER[k - LEAST_TEN] = above.shiftRight(Long.SIZE - 1).longValueExact();
            LOWER[k - LEAST_TEN] = above.and(BigInteger.valueOf(LOW_63)).longValueExact();
        }
    }

    private ShortestDecimal() {}

    /**
     * Spells a double.
     *
     * @param value finite
     * @return its text; both zeros are {@code 0}
     */
    public static String spell(double value) {
        if (value == 0) {
            return "0";
        }
        long bits = Double.doubleToRawLongBits(value);
        long fraction = bits & POWER_OF_TWO - 1;
        int biased = (int) (bits >>> FRACTION_BITS) & 0x7FF;
        String magnitude = biased == 0
                ? shortest(fraction, LEAST_EXPONENT)
                : shortest(fraction | POWER_OF_TWO, biased + LEAST_EXPONENT - 1);
        return value < 0 ? "-" + magnitude : magnitude;
    }

    /** The double is significand × 2^exponent; its interval, in quarters of that unit, ends 2 above and 2 (or 1) below. */
    private static String shortest(long significand, int exponent) {
        boolean narrow = significand == POWER_OF_TWO && exponent > LEAST_EXPONENT;
        int k = narrow ? floorLog10OfThreeQuarters(exponent) : floorLog10OfTwoTo(exponent);
        int shift = exponent + floorLog2OfTenTo(-k) + 2;
        long quarters = significand << 2;
        long at = scaled(quarters << shift, k);
        long lower = scaled(quarters - (narrow ? 1 : 2) << shift, k);
        long upper = scaled(quarters + 2 << shift, k);
        // An odd significand's interval is open: halfway reads back as the even neighbour.
        long open = significand & 1;
        long below = at >> 2;
        long tens = below / 10 * 10;
        boolean tensBelow = lower + open <= tens << 2;
        boolean tensAbove = (tens + 10 << 2) + open <= upper;
        if (tensBelow != tensAbove) {
            return layOut(tensBelow ? tens : tens + 10, k);
        }
        long order = at - (below + below + 1 << 1);
        boolean belowIsCloser = order < 0 || order == 0 && (below & 1) == 0;
        // The interval is at least 1 wide, so the closer one is inside, unless it is below a power of two: the interval is narrow there.
        boolean isBelowInside = lower <= below << 2;
        return layOut(belowIsCloser && isBelowInside ? below : below + 1, k);
    }

    /** The product with 10^-k, scaled, rounded to odd: the last bit tells whether anything was cut off. */
    private static long scaled(long quarters, int k) {
        long upper = UPPER[k - LEAST_TEN];
        long carried = Math.multiplyHigh(LOWER[k - LEAST_TEN], quarters);
        long middle = (upper * quarters >>> 1) + carried;
        long high = Math.multiplyHigh(upper, quarters) + (middle >>> 63);
        return high | (middle & LOW_63) + LOW_63 >>> 63;
    }

    /** floor(log10(2^e)), for the exponents of doubles. */
    static int floorLog10OfTwoTo(int e) {
        return (int) (e * 661_971_961_083L >> 41);
    }

    /** floor(log10(3/4 × 2^e)), for the exponents of doubles. */
    static int floorLog10OfThreeQuarters(int e) {
        return (int) (e * 661_971_961_083L - 274_743_187_321L >> 41);
    }

    /** floor(log2(10^e)), for the exponents of doubles. */
    static int floorLog2OfTenTo(int e) {
        return (int) (e * 913_124_641_741L >> 38);
    }

    /** ECMAScript, Number::toString: s are the digits, the value is 0.s × 10^point. */
    private static String layOut(long decimal, int exponentOfTen) {
        String all = Long.toString(decimal);
        int last = all.length();
        while (all.charAt(last - 1) == '0') {
            last--;
        }
        String digits = all.substring(0, last);
        int point = all.length() + exponentOfTen;
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
