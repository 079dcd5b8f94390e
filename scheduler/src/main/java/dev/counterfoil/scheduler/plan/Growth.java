// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import dev.counterfoil.journal.record.Coded;

/** How declared waits grow from one attempt to the next. Immutable. */
public enum Growth implements Coded {
    /** Always the first wait. */
    FIXED,
    /** The first wait, twice it, three times it. */
    LINEAR,
    /** Each wait is the one before it times the factor. */
    EXPONENTIAL,
    /** Code decides at run time: the longest wait is planned. */
    DYNAMIC
}
