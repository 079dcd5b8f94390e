// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.ExitStatus;

/** What {@code backup} and {@code restore} have in common. Pure but for the console; thread-safe. */
final class CopyFormat {
    private CopyFormat() {}

    /** Whether people read it. */
    static boolean isText(String format) {
        if (!format.equals("text") && !format.equals("json")) {
            throw CommandException.usage("--format: must be text or json");
        }
        return format.equals("text");
    }

    /** Tells that a signal ended it. */
    static ExitStatus stopped(StopSignals signals, Console console, String left) {
        ExitStatus signal = signals.status().orElse(ExitStatus.UNEXPECTED);
        console.complain("counterfoil: " + signal.meaning() + "; " + left);
        return signal;
    }
}
