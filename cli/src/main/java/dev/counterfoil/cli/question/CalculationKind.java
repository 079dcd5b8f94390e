// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.question;

import dev.counterfoil.journal.record.Coded;

/** What the simulator of attempts can be asked. Immutable. */
enum CalculationKind implements Coded {
    /** Attempts of known duration under a deadline. */
    ATTEMPTS,
    /** Attempts that succeed independently. */
    INDEPENDENCE,
    /** Layers that each repeat what is below them. */
    LAYERED
}
