// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.recovery;

import dev.counterfoil.journal.fold.Tail;
import dev.counterfoil.journal.record.DoubtProfile;

/**
 * One line of the table: all six cells must be met. Immutable.
 *
 * @param tail demand of the tail
 * @param contract demand of what the contract is worth
 * @param profile demand of the doubt profile
 * @param book demand of the book
 * @param receipt demand of the receipt
 * @param mayStart demand of admission's word
 */
public record Line(
        Cell<Tail> tail,
        Cell<TableContract> contract,
        Cell<DoubtProfile> profile,
        Cell<Book> book,
        Cell<Receipt> receipt,
        Cell<MayStart> mayStart) {
    /**
     * Whether a situation meets all six.
     *
     * @param situation the observations
     * @return true where it does
     */
    public boolean admits(Situation situation) {
        return tail.admits(situation.tail())
                && contract.admits(situation.contract())
                && profile.admits(situation.profile())
                && book.admits(situation.book())
                && receipt.admits(situation.receipt())
                && mayStart.admits(situation.mayStart());
    }
}
