// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.machine;

import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.record.Clearance;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.ProviderSlot;
import dev.counterfoil.scheduler.admission.Ledger;
import dev.counterfoil.scheduler.recovery.Retention;
import dev.counterfoil.scheduler.recovery.TableContract;

/**
 * What an invocation's contract is worth for its newest attempt. Pure; thread-safe.
 *
 * <p>A key is honoured by the receiver that knows it. While a doubt is open nobody fails over, so whatever was sent went where it would be
 * sent again. The doubt of a restored journal is none of these: the original may have learnt that the attempt had no effect, have failed
 * over, and have been served there. Such an operation counts as unkeyed, unless no failover could follow that attempt.
 */
final class Worth {
    private Worth() {}

    static TableContract of(InvocationState state) {
        Contract contract = state.opening().binding().operation().contract();
        // No receiver declares how long it honours a key in this version.
        TableContract declared = TableContract.of(contract, Retention.VALID);
        boolean elsewhere = state.isInRestoredDoubt() && mayFailOver(Ledger.of(state));
        return declared == TableContract.KEYED && elsewhere ? TableContract.UNKEYED : declared;
    }

    /** By the order and its ceiling alone: how the attempts went, which is not known, can only forbid more. */
    private static boolean mayFailOver(Ledger ledger) {
        boolean left = ledger.binding().limits().of(Dimension.MAX_FAILOVERS).remainingAfter(ledger.totals().failovers()) > 0;
        return left && ledger.nextProvider().map(ProviderSlot::clearance).filter(Clearance.CLEARED::equals).isPresent();
    }
}
