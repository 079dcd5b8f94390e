// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.fold;

import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.Outcome;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.Verdict;
import java.util.Optional;

/**
 * One attempt as the records tell it. Immutable.
 *
 * @param intent its charge
 * @param outcome what we were told, once we were
 * @param verdict what reconciliation found, once it did
 */
public record Attempt(Intent intent, Optional<Outcome> outcome, Optional<Verdict> verdict) {
    /**
     * What is known of its effect from the outcome alone: an open intent is uncertain.
     *
     * @return the class
     */
    public OutcomeClass outcomeClass() {
        return outcome.map(Outcome::outcomeClass).orElse(OutcomeClass.UNCERTAIN);
    }

    /**
     * Whether it may have had an effect and no verdict has said anything about it.
     *
     * @return true for an open intent and for an uncertain outcome, without a verdict
     */
    public boolean isInDoubt() {
        return verdict.isEmpty() && outcomeClass() == OutcomeClass.UNCERTAIN;
    }

    /**
     * What it adds to totals.
     *
     * @return its exposure
     */
    public Totals exposure() {
        Totals reserved = Totals.ZERO.charged(intent.kind(), intent.charge());
        return outcome.isPresent() ? reserved.observed(intent.charge(), outcome.get().observed()) : reserved;
    }
}
