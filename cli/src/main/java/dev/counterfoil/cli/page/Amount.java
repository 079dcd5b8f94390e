// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.page;

import dev.counterfoil.journal.fold.Totals;
import dev.counterfoil.journal.record.Charge;
import dev.counterfoil.journal.record.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Numbers with their units, as they stand in a sentence. Pure; thread-safe. */
final class Amount {
    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private Amount() {}

    /** In groups of three digits. */
    static String of(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** A number of things, as in {@code 1 attempt}, {@code 2 attempts}. */
    static String of(long number, String thing) {
        return of(number) + " " + thing + (number == 1 ? "" : "s");
    }

    /** A time to the millisecond below a minute, and to its two greatest units beyond. */
    static String time(long millis) {
        if (millis < SECOND) {
            return millis + " ms";
        }
        if (millis < MINUTE) {
            return String.format(Locale.ROOT, "%d.%03d s", millis / SECOND, millis % SECOND);
        }
        if (millis < HOUR) {
            return millis / MINUTE + " min " + millis % MINUTE / SECOND + " s";
        }
        return millis < DAY ? millis / HOUR + " h " + millis % HOUR / MINUTE + " min"
                : of(millis / DAY) + " d " + millis % DAY / HOUR + " h";
    }

    /** What attempts add up to, exposure of tokens and cost. */
    static String of(Totals totals) {
        return tokens(totals.contextTokens(), totals.outputTokens()) + ", " + of(totals.costMicros(), "micro");
    }

    /** What an attempt reserved. */
    static String of(Charge charge) {
        String limit = charge.responseBytes() == 0 ? "" : ", up to " + of(charge.responseBytes(), "response byte");
        return of(charge.calls(), "call") + ", " + tokens(charge.contextTokens(), charge.outputTokens()) + ", "
                + of(charge.costMicros(), "micro") + ", " + of(charge.requestBytes(), "request byte") + limit;
    }

    /** What a provider said it used; empty where it said nothing. */
    static String of(Usage usage) {
        List<String> said = new ArrayList<>();
        usage.contextTokens().ifPresent(tokens -> said.add(of(tokens, "context token")));
        usage.outputTokens().ifPresent(tokens -> said.add(of(tokens, "output token")));
        usage.costMicros().ifPresent(micros -> said.add(of(micros, "micro")));
        return String.join(", ", said);
    }

    private static String tokens(long context, long output) {
        return context == 0 && output == 0 ? "0 tokens" : of(context, "context token") + ", " + of(output, "output token");
    }
}
