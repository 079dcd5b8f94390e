// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.recovery;

import dev.counterfoil.journal.record.Coded;

/** Whether a new attempt may start now: admission's word. While a receipt is pending: whether it may be waited for. Immutable. */
public enum MayStart implements Coded {
    /** Admission would admit one; the wait fits the deadline. */
    YES,
    /** A limit or the deadline refuses it, the invocation was cancelled, or the process is being stopped. */
    NO
}
