// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.spec.Dispatchers;
import dev.counterfoil.cli.spec.Durations;
import dev.counterfoil.cli.spec.RetryBudgets;
import dev.counterfoil.cli.spec.SpecReader;
import dev.counterfoil.cli.spec.Variables;
import dev.counterfoil.scheduler.exec.ExecCommand;
import dev.counterfoil.scheduler.time.SystemTime;
import java.nio.file.Path;
import java.time.Duration;
import picocli.CommandLine.Option;

/** Options of this run only: nothing of them is recorded. Confined. */
final class RunOptions {
    private static final int CALLERS_AT_MOST = 1_024;

    /** Longer waits are cut to it: no run lasts so long, and monotonic clocks count in nanoseconds. */
    private static final Duration LONGEST = Duration.ofDays(365);

    @Option(names = "--journal", required = true, paramLabel = "J", description = "The journal's file.")
    Path journal = Path.of("");

    @Option(names = "--parallel", paramLabel = "N", defaultValue = "1", description = "Invocations at a time; ${DEFAULT-VALUE} by default.")
    int parallel;

    @Option(names = "--events", description = "Print a line for each durable step, as soon as it is durable.")
    boolean events;

    @Option(names = "--wait", paramLabel = "D", defaultValue = "15s",
            description = "How long to wait for a living owner; ${DEFAULT-VALUE} by default.")
    String wait = "15s";

    @Option(names = "--grace", paramLabel = "D", defaultValue = "30s",
            description = "How long running attempts may go on after a signal; ${DEFAULT-VALUE} by default.")
    String grace = "30s";

    @Option(names = "--provider-stderr", description = "Show what providers write to stderr; it is never journaled.")
    boolean providerErrors;

    @Option(names = "--format", paramLabel = "F", defaultValue = "json", description = "json (a line for each result) or text.")
    String format = "json";

    /** Refuses what the types of the options let pass. */
    void check() {
        if (parallel < 1 || parallel > CALLERS_AT_MOST) {
            throw CommandException.usage("--parallel: must be 1 to " + CALLERS_AT_MOST);
        }
        printed();
        duration("--wait", wait);
        duration("--grace", grace);
    }

    boolean isText() {
        return printed() == Format.TEXT;
    }

    private Format printed() {
        return Format.of(format, Format.JSON, Format.TEXT);
    }

    Duration ownerWait() {
        return duration("--wait", wait);
    }

    Duration gracePeriod() {
        return duration("--grace", grace);
    }

    private static Duration duration(String option, String text) {
        try {
            Duration given = Durations.parse(text);
            return given.compareTo(LONGEST) > 0 ? LONGEST : given;
        } catch (IllegalArgumentException wrong) {
            throw CommandException.usage(option + ": " + wrong.getMessage());
        }
    }

    Dispatchers dispatchers() {
        return new ProviderWays(
                command -> providerErrors ? command.stderr(ExecCommand.Stderr.OURS) : command, Variables.of(System.getenv()));
    }

    SpecReader reader() {
        return reader(RetryBudgets.NONE);
    }

    SpecReader reader(RetryBudgets budgets) {
        return new SpecReader(Path.of(""), dispatchers(), SystemTime.wall(), budgets);
    }
}
