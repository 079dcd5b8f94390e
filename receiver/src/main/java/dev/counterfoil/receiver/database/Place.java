// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.database;

import java.util.OptionalLong;

/**
 * Where an operation stands in the order of keys. Immutable.
 *
 * @param scope its bytes; not copied
 * @param key its bytes; not copied
 * @param effectId its effect, where it has one
 */
public record Place(byte[] scope, byte[] key, OptionalLong effectId) {
    /** Before every operation. */
    public static final Place FIRST = new Place(new byte[0], new byte[0], OptionalLong.empty());
}
