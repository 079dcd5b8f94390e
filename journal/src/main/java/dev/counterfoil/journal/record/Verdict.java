// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

import java.util.Optional;

/**
 * What reconciliation found about an attempt in doubt. At most one an attempt. Immutable.
 *
 * @param stamp place, instant, epoch
 * @param ordinal the attempt
 * @param verdict what was found
 * @param ground on what ground
 * @param evidence digest and length of the evidence stored beside it
 * @param by who found it
 * @param response digest of the response that was found; only with verdict completed
 */
public record Verdict(
        Stamp stamp,
        int ordinal,
        VerdictKind verdict,
        VerdictGround ground,
        Optional<Content> evidence,
        Optional<String> by,
        Optional<Sha256> response)
        implements JournalRecord {
    /**
     * Checks that verdict and response agree.
     *
     * @throws IllegalArgumentException where a verdict other than completed has a response, {@code by} is not a name, or the evidence has
     *     more than {@link Bounds#EVIDENCE_BYTES}
     */
    public Verdict {
        if (ordinal < 0) {
            throw new IllegalArgumentException("an ordinal is not negative");
        }
        if (response.isPresent() && verdict != VerdictKind.COMPLETED) {
            throw new IllegalArgumentException("only a verdict completed has a response");
        }
        evidence.ifPresent(content -> content.within("evidence", Bounds.EVIDENCE_BYTES));
        by.ifPresent(name -> Bounds.name("by", name));
    }

    @Override
    public <T> T match(Cases<T> cases) {
        return cases.verdict(this);
    }
}
