// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.bench.Plan;
import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.spec.Durations;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A delay as short as disks differ: a duration, or microseconds. Pure. */
final class ForceDelay {
    private static final Pattern MICROS = Pattern.compile("([0-9]{1,7})us");

    private ForceDelay() {}

    /**
     * Reads it.
     *
     * @throws CommandException where it is none, or too long
     */
    static Duration parse(String option, String text) {
        Duration delay = parsed(option, text);
        if (delay.compareTo(Plan.DELAY_AT_MOST) > 0) {
            throw CommandException.usage(option + ": must be at most " + Plan.DELAY_AT_MOST.toMillis() + "ms");
        }
        return delay;
    }

    private static Duration parsed(String option, String text) {
        Matcher micros = MICROS.matcher(text);
        if (micros.matches()) {
            return Duration.of(Long.parseLong(micros.group(1)), ChronoUnit.MICROS);
        }
        try {
            return Durations.parse(text);
        } catch (IllegalArgumentException wrong) {
            throw CommandException.usage(option + ": must be a duration: digits and us, ms, s, m or h, as 250us");
        }
    }
}
