// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

/** Why an attempt is made. Immutable. */
public enum AttemptKind implements Coded {
    /** The first of its invocation. */
    FRESH,
    /** The same provider again, after a failure that is known to have had no effect. */
    RETRY,
    /** The next provider, after such a failure. */
    FAILOVER,
    /** The same provider and operation key again, after a verdict. Counts as a retry. */
    REDELIVERY
}
