// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.canonical;

/**
 * A number's text taken apart: two texts are the same number exactly when these are equal. In time that grows with the text only, which
 * decimals of thousands of digits do not promise. Immutable.
 *
 * @param negative whether it is below zero
 * @param digits its digits without zeros at either end; empty for zero
 * @param exponent the power of ten of the last digit; 0 for zero
 */
record WrittenDigits(boolean negative, String digits, long exponent) {
    /** Takes apart what is a number of JSON, its exponent within 32 bits. */
    static WrittenDigits of(String number) {
        int e = Math.max(number.indexOf('e'), number.indexOf('E'));
        String mantissa = e < 0 ? number : number.substring(0, e);
        boolean negative = mantissa.startsWith("-");
        int point = mantissa.indexOf('.');
        String whole = mantissa.substring(negative ? 1 : 0, point < 0 ? mantissa.length() : point);
        String fraction = point < 0 ? "" : mantissa.substring(point + 1);
        String all = whole + fraction;
        int first = 0;
        int last = all.length();
        while (first < last && all.charAt(first) == '0') {
            first++;
        }
        while (last > first && all.charAt(last - 1) == '0') {
            last--;
        }
        if (first == last) {
            return new WrittenDigits(false, "", 0);
        }
        long written = e < 0 ? 0 : Long.parseLong(number.substring(e + 1));
        return new WrittenDigits(negative, all.substring(first, last), written - fraction.length() + (all.length() - last));
    }

    /** Whether there is nothing behind the point. */
    boolean isWhole() {
        return exponent >= 0;
    }
}
