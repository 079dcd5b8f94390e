// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.plan;

import dev.counterfoil.cli.output.PlainText;
import dev.counterfoil.scheduler.plan.Figure;
import dev.counterfoil.scheduler.plan.Warning;
import java.util.stream.Collectors;

/** A warning in a sentence: what it is, and what follows. Pure; thread-safe. */
final class WarningText {
    private WarningText() {}

    static String of(Warning warning) {
        return warning.code().code() + ": " + sentence(warning);
    }

    private static String sentence(Warning warning) {
        return switch (warning.code()) {
            case EMPTY_COMPOSITION -> "it has no children, so it takes no time and tries nothing";
            case DYNAMIC_BACKOFF_UPPER_BOUND -> "code decides each wait; " + millis(warning, Figure.ESTIMATED_MS) + " is planned";
            case JITTER_UPPER_BOUND -> "chance shortens the waits; the unshortened ones are planned";
            case RETRY_EXCEEDS_TIMEOUT, HEDGE_EXCEEDS_TIMEOUT, FAILOVER_EXCEEDS_TIMEOUT, TIME_EXCEEDS_TIMEOUT -> "it may take "
                    + millis(warning, Figure.ESTIMATED_MS) + " and is cut after " + millis(warning, Figure.LIMIT_MS);
            case DEADLINE_INFEASIBLE -> "it may take " + millis(warning, Figure.ESTIMATED_MS) + ", and "
                    + millis(warning, Figure.LIMIT_MS) + " are left";
            case DEADLINE_INFEASIBLE_LATE -> "it may start only after " + millis(warning, Figure.LATEST_START_MS) + ", when it has "
                    + millis(warning, Figure.LIMIT_MS) + " left and may take " + millis(warning, Figure.ESTIMATED_MS);
            case NEVER_FITS -> "even the best case takes " + millis(warning, Figure.BEST_MS) + ", and it has "
                    + millis(warning, Figure.LIMIT_MS);
            case ATTEMPT_TIMEOUT_BELOW_BEST -> "each attempt has " + millis(warning, Figure.LIMIT_MS)
                    + " and takes " + millis(warning, Figure.BEST_MS) + " even in the best case";
            case ATTEMPTS_UNREACHABLE -> "of " + count(warning, Figure.DECLARED) + " only "
                    + count(warning, Figure.START_FIT) + " are sure to start in time";
            case RATE_LIMIT_DOMINATES -> "waiting for tokens may take " + millis(warning, Figure.ADDED_MS) + ", and what they are for "
                    + millis(warning, Figure.ESTIMATED_MS);
            default -> budget(warning);
        };
    }

    private static String budget(Warning warning) {
        return switch (warning.code()) {
            case RETRY_AMPLIFICATION -> "one request may be tried " + count(warning, Figure.PRODUCT) + " times ("
                    + warning.path().stream().map(Millis::count).collect(Collectors.joining(" times ")) + "), at most "
                    + count(warning, Figure.LIMIT) + " are allowed; let one layer own the retries";
            case COST_BUDGET_SNAPSHOT_MISSING -> "nothing is known of what may be spent in " + key(warning) + ", of which "
                    + count(warning, Figure.REQUIRED) + " may be needed; say what is spent and what its limit is";
            case COST_BUDGET_EXCEEDED -> count(warning, Figure.REQUIRED) + " " + key(warning) + " may be needed and "
                    + count(warning, Figure.REMAINING) + " are left";
            case RETRY_BUDGET_UNIT_MISMATCH -> "the budget " + key(warning) + " does not count retries; name one that does";
            case RETRY_BUDGET_SNAPSHOT_MISSING -> "nothing is known of the budget " + key(warning) + ", of which "
                    + count(warning, Figure.REQUIRED_RETRIES) + " may be asked; say what is spent and what its limit is";
            case RETRY_BUDGET_EXCEEDED -> "the budget " + key(warning) + " may be asked for "
                    + count(warning, Figure.REQUIRED_RETRIES) + " and has " + count(warning, Figure.REMAINING_RETRIES) + " left";
            default -> throw new IllegalArgumentException(warning.code() + " has no words");
        };
    }

    private static String millis(Warning warning, Figure figure) {
        return Millis.words(value(warning, figure));
    }

    private static String count(Warning warning, Figure figure) {
        return Millis.count(value(warning, figure));
    }

    private static double value(Warning warning, Figure figure) {
        return warning.figures().getOrDefault(figure, 0.0);
    }

    private static String key(Warning warning) {
        return PlainText.line(warning.key().orElse(""));
    }
}
