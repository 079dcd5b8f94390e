// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import dev.counterfoil.journal.record.Coded;

/** Whether a shared budget can pay for what a policy may ask of it. Immutable. */
public enum BudgetStatus implements Coded {
    /** It can. */
    ADMISSIBLE,
    /** It cannot. */
    EXCEEDED,
    /** Nothing is known of it. */
    UNVERIFIED,
    /** It is counted in something else. */
    MISMATCHED
}
