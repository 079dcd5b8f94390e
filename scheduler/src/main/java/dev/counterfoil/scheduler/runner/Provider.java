// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.ProviderSlot;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.scheduler.dispatch.Dispatcher;
import dev.counterfoil.scheduler.lookup.ReceiptBook;
import dev.counterfoil.scheduler.machine.ReceiverTerms;
import dev.counterfoil.scheduler.recovery.Book;
import java.time.Duration;
import java.util.Optional;

/**
 * A provider's place in the order and the way to call it. Immutable.
 *
 * @param slot its place: id, clearance, own ceiling and quote; bound
 * @param dispatcher how it is called; not bound
 * @param configuration digest of what the dispatcher was configured with, recorded with each intent
 * @param receipts its book, where it has one; not bound
 * @param keysKept how long its receiver honours a key from its first delivery; empty where no end is declared; not bound
 */
public record Provider(
        ProviderSlot slot,
        Dispatcher dispatcher,
        Optional<Sha256> configuration,
        Optional<ReceiptBook> receipts,
        Optional<Duration> keysKept) {
    /**
     * Checks the time.
     *
     * @throws IllegalArgumentException where keys are kept for a negative time
     */
    public Provider {
        if (keysKept.filter(Duration::isNegative).isPresent()) {
            throw new IllegalArgumentException("keys are not kept for a negative time");
        }
    }

    /**
     * A provider without a book, whose receiver declares nothing about its keys.
     *
     * @param slot its place: id, clearance, own ceiling and quote; bound
     * @param dispatcher how it is called; not bound
     * @param configuration digest of what the dispatcher was configured with
     */
    public Provider(ProviderSlot slot, Dispatcher dispatcher, Optional<Sha256> configuration) {
        this(slot, dispatcher, configuration, Optional.empty(), Optional.empty());
    }

    /**
     * A cleared provider without a ceiling or quote of its own.
     *
     * @param id its name
     * @param dispatcher how it is called
     * @return the provider
     */
    public static Provider of(String id, Dispatcher dispatcher) {
        return new Provider(ProviderSlot.cleared(new ProviderId(id)), dispatcher, Optional.empty());
    }

    /**
     * The same with a book of receipts. It is asked where the invocation's doubt profile is reconcile or redeliver and its operation has
     * a scope and a key.
     *
     * @param book how it is asked
     * @return a new provider
     */
    public Provider withReceipts(ReceiptBook book) {
        return new Provider(slot, dispatcher, configuration, Optional.of(book), keysKept);
    }

    /**
     * The same whose receiver declares how long it honours a key. An operation counts as unkeyed from that long after the first attempt:
     * a key that the receiver has forgotten protects from nothing.
     *
     * @param time not negative; give less than the receiver promises, for the difference of clocks
     * @return a new provider
     * @throws IllegalArgumentException where it is negative
     */
    public Provider keepingKeys(Duration time) {
        return new Provider(slot, dispatcher, configuration, receipts, Optional.of(time));
    }

    ReceiverTerms terms() {
        return new ReceiverTerms(receipts.map(ReceiptBook::absence).orElse(Book.NONE), keysKept);
    }
}
