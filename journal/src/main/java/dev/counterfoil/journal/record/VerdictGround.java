// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

/** On what ground a verdict stands. Immutable. */
public enum VerdictGround implements Coded {
    /** What the receiver says. */
    RECEIPT,
    /** What the operation's contract says. */
    CONTRACT,
    /** What a person says. */
    PERSON
}
