// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

import java.util.Optional;

/**
 * A charge that is on disk: the only thing that permits a dispatch, once. Immutable.
 *
 * @param stamp place, instant, epoch
 * @param ordinal the attempt, from 0, never reused
 * @param kind why it is made
 * @param provider where
 * @param charge what it reserves
 * @param prior class of the attempt before it; empty for the first; an attempt without an outcome is {@code uncertain}
 * @param providerConfiguration digest of the provider's configuration that is used
 */
public record Intent(
        Stamp stamp,
        int ordinal,
        AttemptKind kind,
        ProviderId provider,
        Charge charge,
        Optional<OutcomeClass> prior,
        Optional<Sha256> providerConfiguration)
        implements JournalRecord {
    /**
     * Checks the ordinal.
     *
     * @throws IllegalArgumentException where it is negative
     */
    public Intent {
        if (ordinal < 0) {
            throw new IllegalArgumentException("an ordinal is not negative");
        }
    }

    @Override
    public <T> T match(Cases<T> cases) {
        return cases.intent(this);
    }
}
