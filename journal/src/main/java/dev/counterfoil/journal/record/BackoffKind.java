// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

/** How waits grow. Immutable. */
public enum BackoffKind implements Coded {
    /** No wait. */
    NONE,
    /** The same wait each time. */
    FIXED,
    /** The initial wait times the number of the continuation. */
    LINEAR,
    /** Times a factor each time. */
    EXPONENTIAL,
    /** Random between the initial wait and three times the last one. */
    DECORRELATED
}
