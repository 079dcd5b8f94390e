// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.fold;

import dev.counterfoil.journal.record.Outcome;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.Verdict;
import dev.counterfoil.journal.record.VerdictGround;
import dev.counterfoil.journal.record.VerdictKind;

/**
 * What the attempts say together of the effect, kept up as records come so that no decision walks the attempts again. Immutable.
 *
 * @param confirmed some attempt completed, or a verdict says so
 * @param leftUnknown a verdict redeliver or abandoned was given
 * @param openRedelivery a verdict redeliver was given and nothing since has settled what it left unknown
 */
record Effects(boolean confirmed, boolean leftUnknown, boolean openRedelivery) {
    static final Effects NONE = new Effects(false, false, false);

    Effects after(Outcome outcome) {
        return outcome.outcomeClass() == OutcomeClass.COMPLETED_WITH_RESPONSE ? new Effects(true, leftUnknown, false) : this;
    }

    Effects after(Verdict verdict) {
        VerdictKind kind = verdict.verdict();
        return new Effects(
                confirmed || kind == VerdictKind.COMPLETED,
                leftUnknown || kind == VerdictKind.REDELIVER || kind == VerdictKind.ABANDONED,
                kind == VerdictKind.REDELIVER || openRedelivery && !settlesOperation(verdict));
    }

    /** A receipt speaks of the operation key and so of every attempt under it; a person speaks of the one attempt. */
    private static boolean settlesOperation(Verdict verdict) {
        return switch (verdict.verdict()) {
            case COMPLETED -> true;
            case NOT_APPLIED -> verdict.ground() == VerdictGround.RECEIPT;
            case REDELIVER, ABANDONED -> false;
        };
    }
}
