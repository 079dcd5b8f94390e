// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import dev.counterfoil.journal.record.Coded;

/** Whether a policy has the time that it may need. Immutable. */
public enum Fits implements Coded {
    /** Whatever happens. */
    ALWAYS,
    /** Not where everything takes as long as it may. */
    MAYBE,
    /** Not even in the best case. */
    NO
}
