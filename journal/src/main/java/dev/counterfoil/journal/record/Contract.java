// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

/** What the receiver promises about the same operation sent twice. Immutable. */
public enum Contract implements Coded {
    /** It changes nothing. */
    READ_ONLY,
    /** The receiver does it once for each key. */
    RECEIVER_IDEMPOTENT,
    /** Nothing is promised. */
    NON_IDEMPOTENT
}
