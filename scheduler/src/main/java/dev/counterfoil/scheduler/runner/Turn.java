// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.scheduler.machine.Command;

/** What performing a command leads to: the next one, or the end of the run. Immutable. */
sealed interface Turn {
    /** Another command. */
    record Next(Command command) implements Turn {}

    /** The end. */
    record End(RunOutcome outcome) implements Turn {}
}
