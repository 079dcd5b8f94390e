// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.machine;

import dev.counterfoil.journal.fold.Attempt;
import dev.counterfoil.journal.fold.Attempts;
import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.record.Clearance;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.ProviderSlot;
import dev.counterfoil.journal.record.Verdict;
import dev.counterfoil.journal.record.VerdictGround;
import dev.counterfoil.journal.record.VerdictKind;
import dev.counterfoil.scheduler.admission.Ledger;
import dev.counterfoil.scheduler.recovery.Retention;
import dev.counterfoil.scheduler.recovery.TableContract;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What an invocation's contract is worth for its newest attempt. Pure; thread-safe.
 *
 * <p>A key is honoured by the receiver that knows it. While a doubt is open nobody fails over, so whatever was sent went where it would be
 * sent again. The doubt of a restored journal is none of these: the original may have learnt that the attempt had no effect, have failed
 * over, and have been served there. Such an operation counts as unkeyed, unless no failover could follow that attempt.
 */
final class Worth {
    private Worth() {}

    /** Where nobody can know whether the receiver still honours the key, as a person who judges: as if it did. */
    static TableContract of(InvocationState state) {
        return of(state, Retention.VALID);
    }

    static TableContract of(InvocationState state, Retention retention) {
        Contract contract = state.opening().binding().operation().contract();
        TableContract declared = TableContract.of(contract, retention);
        return declared == TableContract.KEYED && mayBeElsewhere(state) ? TableContract.UNKEYED : declared;
    }

    /** Whether the doubt is a restored one whose original may have gone on to another provider: what one receiver says is not all then. */
    static boolean mayBeElsewhere(InvocationState state) {
        return state.isInRestoredDoubt() && mayFailOver(Ledger.of(state));
    }

    /**
     * Whether the receiver still honours the key when the newest attempt is sent again. It may have kept the key since the first attempt
     * that it was sent, so it is counted from that one's intent.
     */
    static Retention retention(InvocationState state, Optional<Duration> keysKept, Instant again) {
        Instant first = again;
        Optional<ProviderId> at = state.attempts().newest().map(newest -> newest.intent().provider());
        for (Attempts left = state.attempts(); left.newest().map(each -> each.intent().provider()).equals(at) && left.count() > 0;
                left = left.older()) {
            first = left.newest().orElseThrow().intent().stamp().at();
        }
        Instant sent = first;
        return keysKept.filter(kept -> !again.isBefore(sent.plus(kept))).isPresent() ? Retention.EXPIRED : Retention.VALID;
    }

    /**
     * Whether an earlier attempt at the provider of the newest one was shown by a receipt not to have been applied. That takes a book that
     * closes keys, and a closed key lets nothing in any more: a receipt that rejects closes the invocation with its verdict.
     */
    static boolean isKeyClosed(InvocationState state) {
        Optional<ProviderId> at = state.attempts().newest().map(newest -> newest.intent().provider());
        for (Attempts left = state.attempts().older(); left.newest().map(each -> each.intent().provider()).equals(at) && left.count() > 0;
                left = left.older()) {
            if (isAbsence(left.newest().flatMap(Attempt::verdict))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAbsence(Optional<Verdict> verdict) {
        return verdict.filter(each -> each.verdict() == VerdictKind.NOT_APPLIED && each.ground() == VerdictGround.RECEIPT).isPresent();
    }

    /** By the order and its ceiling alone: how the attempts went, which is not known, can only forbid more. */
    private static boolean mayFailOver(Ledger ledger) {
        boolean left = ledger.binding().limits().of(Dimension.MAX_FAILOVERS).remainingAfter(ledger.totals().failovers()) > 0;
        return left && ledger.nextProvider().map(ProviderSlot::clearance).filter(Clearance.CLEARED::equals).isPresent();
    }
}
