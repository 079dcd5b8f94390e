// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.lookup;

/**
 * Asks a provider's book what it holds about one operation. Implemented by hosts; must be thread-safe where invocations run at once.
 *
 * <p>Whoever implements it promises: it asks, and has nothing done; {@link LookupAnswer.Completed} and {@link LookupAnswer.Rejected} are
 * the receiver's own last word; in a book whose absence is final, {@link LookupAnswer.Absent} is given only after the receiver has closed
 * the key, so that no delivery that is still under way can have its effect. Where anything is unclear, it is
 * {@link LookupAnswer.Unavailable}. It ends soon after {@link Lookup#cancellation()} asks; what it says then is not heard.
 */
@FunctionalInterface
public interface ReceiptLookup {
    /**
     * Asks once. In a thread of the runtime, which waits for it no longer than {@link Lookup#remaining()}.
     *
     * @param lookup about what
     * @return what the book says
     * @throws Exception where nothing is known: the book is unavailable then
     */
    LookupAnswer lookUp(Lookup lookup) throws Exception;

    /**
     * Gets ready to ask, as by reading a secret; nobody is asked. Called and heard as {@link
     * dev.counterfoil.scheduler.dispatch.Dispatcher#prepare()} is.
     */
    default void prepare() {}
}
