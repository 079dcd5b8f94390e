// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

/** Damage, where a caller asked for sound bytes. Nothing was repaired. Immutable. */
public final class DamageException extends JournalException {
    private final Damage damage;

    /**
     * Wraps damage.
     *
     * @param damage what is wrong, and where
     */
    public DamageException(Damage damage) {
        super(line(damage));
        this.damage = damage;
    }

    /**
     * What is wrong.
     *
     * @return the damage
     */
    public Damage damage() {
        return damage;
    }

    private static String line(Damage damage) {
        StringBuilder line = new StringBuilder(damage.reason().code()).append(" at ").append(damage.where());
        damage.expected().ifPresent(text -> line.append(", expected: ").append(text));
        damage.found().ifPresent(text -> line.append(", found: ").append(text));
        return line.toString();
    }
}
