// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.database;

import java.util.OptionalLong;

/**
 * Where an operation stands in the order in which they are overdue. Immutable.
 *
 * @param expiresAtMillis when its retention is over
 * @param scope its bytes; not copied
 * @param key its bytes; not copied
 * @param effectId its effect, where it has one
 */
public record Place(long expiresAtMillis, byte[] scope, byte[] key, OptionalLong effectId) {
    /** Before every operation. */
    public static final Place FIRST = new Place(Long.MIN_VALUE, new byte[0], new byte[0], OptionalLong.empty());
}
