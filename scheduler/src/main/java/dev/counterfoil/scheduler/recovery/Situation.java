// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.recovery;

import dev.counterfoil.journal.fold.Tail;
import dev.counterfoil.journal.record.DoubtProfile;

/**
 * The six observations that recovery decides on; nothing else is consulted. Any combination can be built; which of them cannot happen
 * is {@link RecoveryTable#impossible}'s to say. Immutable.
 *
 * @param tail where the fold says the invocation stands
 * @param contract what the contract is worth now
 * @param profile what recovery may do with a doubt
 * @param book what receipts there are for this operation at the provider of the attempt in doubt
 * @param receipt what a look-up found, in this recovery
 * @param mayStart whether a new attempt may start; while a receipt is pending, whether it may be waited for
 */
public record Situation(Tail tail, TableContract contract, DoubtProfile profile, Book book, Receipt receipt, MayStart mayStart) {
    /**
     * A situation in which nobody asked for a receipt yet.
     *
     * @param tail where the invocation stands
     * @param contract what the contract is worth now
     * @param profile what recovery may do with a doubt
     * @param book what receipts there are
     * @param mayStart whether a new attempt may start
     * @return the situation, with receipt {@link Receipt#NOT_ASKED}
     */
    public static Situation beforeAsking(Tail tail, TableContract contract, DoubtProfile profile, Book book, MayStart mayStart) {
        return new Situation(tail, contract, profile, book, Receipt.NOT_ASKED, mayStart);
    }

    /**
     * The same situation after a look-up.
     *
     * @param found what it found
     * @return the situation with that receipt
     */
    public Situation after(Receipt found) {
        return new Situation(tail, contract, profile, book, found, mayStart);
    }

    @Override
    public String toString() {
        return String.join(
                " / ", tail.code(), contract.code(), profile.code(), book.code(), receipt.code(), "may start " + mayStart.code());
    }
}
