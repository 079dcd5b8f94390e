// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

import java.util.OptionalInt;

/**
 * Something worth keeping that changes no decision; it may stand anywhere after the opening, after the closing too. That of a restoration
 * weighs towards caution alone: a doubt before it is the original's to answer for, and a key is worth less there. Immutable.
 *
 * @param stamp place, instant, epoch
 * @param ordinal the attempt it is about, where it is about one
 * @param what what it is
 * @param content digest and length of the bytes stored beside it
 */
public record Evidence(Stamp stamp, OptionalInt ordinal, EvidenceKind what, Content content) implements JournalRecord {
    /**
     * Checks the ordinal and the length.
     *
     * @throws IllegalArgumentException where it is negative, or the length is more than {@link Bounds#EVIDENCE_BYTES}
     */
    public Evidence {
        if (ordinal.isPresent() && ordinal.getAsInt() < 0) {
            throw new IllegalArgumentException("an ordinal is not negative");
        }
        content.within("evidence", Bounds.EVIDENCE_BYTES);
    }

    @Override
    public <T> T match(Cases<T> cases) {
        return cases.evidence(this);
    }
}
