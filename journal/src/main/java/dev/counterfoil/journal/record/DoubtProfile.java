// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

/** What recovery may do with a doubt. Immutable. */
public enum DoubtProfile implements Coded {
    /** Nothing: a person decides. */
    STRICT,
    /** Look up what happened. */
    RECONCILE,
    /** Look up, and send again where the contract makes that harmless. */
    REDELIVER
}
