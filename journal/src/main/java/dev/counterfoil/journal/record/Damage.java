// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

import java.util.Optional;

/**
 * Damage, named: never repaired, never a reason to dispatch. Immutable.
 *
 * @param reason how
 * @param where the record or row, in words
 * @param expected what should stand there: a digest, a number or a rule, never a payload
 * @param found what stands there
 */
public record Damage(DamageReason reason, String where, Optional<String> expected, Optional<String> found) {
    /**
     * Damage with both sides known.
     *
     * @param reason how
     * @param where the record or row
     * @param expected what should stand there
     * @param found what stands there
     * @return the damage
     */
    public static Damage of(DamageReason reason, String where, String expected, String found) {
        return new Damage(reason, where, Optional.of(expected), Optional.of(found));
    }
}
