// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.dump;

import dev.counterfoil.journal.record.Coded;

/** By what totals are split. Immutable. */
public enum Grouping implements Coded {
    /** By invocation; one without an attempt has totals of zero. */
    INVOCATION,
    /** By the provider of the attempt. */
    PROVIDER,
    /** By account; an attempt booked under two accounts is in both groups, one booked under none is in no group. */
    ACCOUNT,
    /** By the UTC day of the intent, as in 2026-11-30. */
    DAY
}
