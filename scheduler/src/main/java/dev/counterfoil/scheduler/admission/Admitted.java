// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.admission;

import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.Charge;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.record.Stamp;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * An attempt that may be charged, and the ledger with its charge. Made by {@link Admission} only. It permits writing an intent; it does
 * not permit a dispatch, which takes the intent's proof of being durable. Immutable.
 */
public final class Admitted implements Decision {
    private final Ledger before;
    private final AttemptRequest request;

    Admitted(Ledger before, AttemptRequest request) {
        this.before = before;
        this.request = request;
    }

    /**
     * The attempt.
     *
     * @return its ordinal
     */
    public int ordinal() {
        return before.attempts();
    }

    /**
     * Why it is made.
     *
     * @return the kind
     */
    public AttemptKind kind() {
        return request.kind();
    }

    /**
     * Where.
     *
     * @return the provider
     */
    public ProviderId provider() {
        return request.provider();
    }

    /**
     * What it reserves.
     *
     * @return the charge
     */
    public Charge charge() {
        return request.charge();
    }

    /**
     * Class of the attempt before it.
     *
     * @return empty for the first
     */
    public Optional<OutcomeClass> prior() {
        return before.prior();
    }

    /**
     * The ledger with the charge.
     *
     * @return what the fold of the intent would give
     */
    public Ledger after() {
        return before.after(request);
    }

    /**
     * The record of it.
     *
     * @param stamp place, instant, epoch; the instant is the <em>now</em> that it was admitted with
     * @param providerConfiguration digest of the provider's configuration that is used
     * @return the intent
     */
    public Intent intent(Stamp stamp, Optional<Sha256> providerConfiguration) {
        return new Intent(stamp, ordinal(), kind(), provider(), charge(), prior(), providerConfiguration);
    }

    @Override
    public <T> T match(Function<Admitted, T> admitted, Function<Refusal, T> refused) {
        return admitted.apply(this);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Admitted that && before.equals(that.before) && request.equals(that.request);
    }

    @Override
    public int hashCode() {
        return Objects.hash(before, request);
    }

    @Override
    public String toString() {
        return "Admitted[" + ordinal() + ", " + request + "]";
    }
}
