// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.EventLine;
import dev.counterfoil.scheduler.Counterfoil;
import picocli.CommandLine.Option;

/** Whether a command that appends to one invocation tells of what it appended. Confined. */
final class EventsOption {
    @Option(names = "--events", description = "Print a line for each durable step, as soon as it is durable.")
    boolean events;

    /** The settings of a runtime that tells, where that is wished. */
    Counterfoil.Settings settings(Console console) {
        return events ? Counterfoil.settings().listener(step -> EventLine.json(step.invocation(), step.record(), step.digest())
                .ifPresent(console::line)) : Counterfoil.settings();
    }
}
