// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.admission;

import dev.counterfoil.journal.fold.Attempt;
import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.fold.Totals;
import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Outcome;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.ProviderSlot;
import dev.counterfoil.journal.record.Verdict;
import dev.counterfoil.journal.record.VerdictKind;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What an invocation has used and may still use, as admission looks at it. Made from a folded journal, or from a binding before the
 * first record; grows by admitted attempts only, and nothing in it can be taken back. Immutable.
 *
 * <p>Class of the attempt before and verdict come from the records, never from the caller. Shared accounts are not in it: their units
 * are taken by the store.
 */
public final class Ledger {
    private final Facts facts;

    private record Facts(
            Binding binding,
            Totals totals,
            long retriesAtProvider,
            int attempts,
            Optional<OutcomeClass> prior,
            Optional<VerdictKind> verdict,
            Standing standing,
            OptionalLong sharedRetriesLeft) {}

    private record Standing(boolean permanentForProvider, boolean openRedelivery, boolean cancelled) {
        Standing afterIntent() {
            return new Standing(false, openRedelivery, cancelled);
        }
    }

    private Ledger(Facts facts) {
        this.facts = facts;
    }

    /**
     * The ledger of an invocation that nothing is recorded of.
     *
     * @param binding its limits, deadline, contract and providers
     * @return an empty ledger
     */
    public static Ledger of(Binding binding) {
        return new Ledger(new Facts(
                binding,
                Totals.ZERO,
                0,
                0,
                Optional.empty(),
                Optional.empty(),
                new Standing(false, false, false),
                OptionalLong.empty()));
    }

    /**
     * The ledger of a folded invocation.
     *
     * @param state what its records say
     * @return the ledger
     */
    public static Ledger of(InvocationState state) {
        Optional<Attempt> newest = state.attempts().newest();
        boolean permanent = newest.flatMap(Attempt::outcome).filter(Outcome::isPermanentForProvider).isPresent();
        return new Ledger(new Facts(
                state.opening().binding(),
                state.totals(),
                state.retriesAtProvider(),
                state.attempts().count(),
                newest.map(Attempt::outcomeClass),
                newest.flatMap(Attempt::verdict).map(Verdict::verdict),
                new Standing(permanent, state.hasOpenRedelivery(), state.cancellation().isPresent()),
                OptionalLong.empty()));
    }

    /**
     * With a budget of retries that several invocations share. Taking a unit of it is the caller's, who shares it.
     *
     * @param left how many retries it has left; not negative
     * @return a new ledger
     * @throws IllegalArgumentException where the number is out of range
     */
    public Ledger withSharedRetriesLeft(long left) {
        Bounds.amount("shared retries left", left);
        return new Ledger(new Facts(
                facts.binding,
                facts.totals,
                facts.retriesAtProvider,
                facts.attempts,
                facts.prior,
                facts.verdict,
                facts.standing,
                OptionalLong.of(left)));
    }

    /** The ledger after an attempt was admitted: its intent is open, so the class of the newest attempt is uncertain. */
    Ledger after(AttemptRequest request) {
        boolean again = request.kind() == AttemptKind.RETRY || request.kind() == AttemptKind.REDELIVERY;
        OptionalLong shared = again && facts.sharedRetriesLeft.isPresent()
                ? OptionalLong.of(facts.sharedRetriesLeft.getAsLong() - 1)
                : facts.sharedRetriesLeft;
        return new Ledger(new Facts(
                facts.binding,
                facts.totals.charged(request.kind(), request.charge()),
                again ? facts.retriesAtProvider + 1 : 0,
                facts.attempts + 1,
                Optional.of(OutcomeClass.UNCERTAIN),
                Optional.empty(),
                facts.standing.afterIntent(),
                shared));
    }

    /**
     * What may not change: limits, deadline, contract, providers, quotes.
     *
     * @return the binding
     */
    public Binding binding() {
        return facts.binding;
    }

    /**
     * What is committed.
     *
     * @return the totals; tokens and cost are exposure
     */
    public Totals totals() {
        return facts.totals;
    }

    /**
     * Retries and redeliveries since the current provider was first called.
     *
     * @return the number
     */
    public long retriesAtProvider() {
        return facts.retriesAtProvider;
    }

    /**
     * How many attempts there are; also the next ordinal, and, where it is not 0, the number of the next continuation.
     *
     * @return the number
     */
    public int attempts() {
        return facts.attempts;
    }

    /**
     * Class of the newest attempt; an open intent's is uncertain.
     *
     * @return empty where there is no attempt
     */
    public Optional<OutcomeClass> prior() {
        return facts.prior;
    }

    /**
     * The verdict on the newest attempt.
     *
     * @return empty where there is none
     */
    public Optional<VerdictKind> verdict() {
        return facts.verdict;
    }

    /**
     * Whether trying the current provider again is useless, although nothing happened.
     *
     * @return true after such a failure
     */
    public boolean isPermanentForProvider() {
        return facts.standing.permanentForProvider;
    }

    /**
     * Whether a verdict <em>redeliver</em> left an effect unknown that nothing has settled since.
     *
     * @return true while that is so
     */
    public boolean hasOpenRedelivery() {
        return facts.standing.openRedelivery;
    }

    /**
     * Whether the invocation was cancelled.
     *
     * @return true from then on
     */
    public boolean isCancelled() {
        return facts.standing.cancelled;
    }

    /**
     * What is left of the shared budget of retries.
     *
     * @return empty where there is none
     */
    public OptionalLong sharedRetriesLeft() {
        return facts.sharedRetriesLeft;
    }

    /**
     * Place of the current provider in the order: each failover moves it by one.
     *
     * @return the index, from 0
     */
    public int providerIndex() {
        return Math.toIntExact(facts.totals.failovers());
    }

    /**
     * The provider whose turn it is.
     *
     * @return empty only where the journal has more failovers than the order has places
     */
    public Optional<ProviderSlot> provider() {
        return slot(providerIndex());
    }

    /**
     * The provider that a failover would go to.
     *
     * @return empty where the order ends
     */
    public Optional<ProviderSlot> nextProvider() {
        return slot(providerIndex() + 1);
    }

    private Optional<ProviderSlot> slot(int index) {
        List<ProviderSlot> order = facts.binding.providers();
        return index < order.size() ? Optional.of(order.get(index)) : Optional.empty();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Ledger that && facts.equals(that.facts);
    }

    @Override
    public int hashCode() {
        return facts.hashCode();
    }

    @Override
    public String toString() {
        return "Ledger[attempts=" + facts.attempts + ", totals=" + facts.totals + ", prior=" + facts.prior + "]";
    }
}
