// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.store;

import dev.counterfoil.journal.record.Sha256;

/**
 * Where an invocation's chain ends. Immutable.
 *
 * @param records number of records
 * @param digest digest of the last one; zeros where there is none
 */
public record Head(long records, Sha256 digest) {
    /** The head of an invocation that does not exist yet. */
    public static final Head NONE = new Head(0, Sha256.ZERO);
}
