// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.plan;

import dev.counterfoil.journal.canonical.ShortestDecimal;
import dev.counterfoil.scheduler.plan.Amounts;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Milliseconds and counts for people. Pure; thread-safe. */
final class Millis {
    private static final double SECOND = 1_000;
    private static final double MINUTE = 60_000;
    private static final double HOUR = 3_600_000;
    private static final int DECIMALS = 3;

    private Millis() {}

    /** With the unit that leaves a small number, at most three decimals: {@code 800ms}, {@code 3.9s}, {@code 1.85m}. */
    static String words(double millis) {
        if (millis >= Amounts.CAP) {
            return "at least " + ShortestDecimal.spell(millis / HOUR) + "h";
        }
        if (millis < SECOND) {
            return rounded(millis) + "ms";
        }
        if (millis < MINUTE) {
            return rounded(millis / SECOND) + "s";
        }
        return millis < HOUR ? rounded(millis / MINUTE) + "m" : rounded(millis / HOUR) + "h";
    }

    /** As it is; at the cap it is a lower bound. */
    static String count(double count) {
        return (count >= Amounts.CAP ? "at least " : "") + ShortestDecimal.spell(count);
    }

    private static String rounded(double value) {
        BigDecimal rounded = BigDecimal.valueOf(value).setScale(DECIMALS, RoundingMode.HALF_UP).stripTrailingZeros();
        return (rounded.signum() == 0 && value > 0 ? "<0.001" : rounded.toPlainString());
    }
}
