// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.lookup;

import dev.counterfoil.scheduler.recovery.Book;
import java.time.Duration;

/**
 * A provider's book of receipts: how it is asked, and what it is worth where it holds nothing. Immutable.
 *
 * @param lookup asks it
 * @param absence {@link Book#CLAIMS} or {@link Book#FINAL}
 * @param timeout how long one look-up may take; positive
 */
public record ReceiptBook(ReceiptLookup lookup, Book absence, Duration timeout) {
    /** How long a look-up may take where nothing else is said. */
    public static final Duration TIMEOUT = Duration.ofSeconds(10);

    /**
     * Checks both.
     *
     * @throws IllegalArgumentException where the absence is {@link Book#NONE}, or the timeout is not positive
     */
    public ReceiptBook {
        if (absence == Book.NONE) {
            throw new IllegalArgumentException("a book's absence is claims or final; who has no book gives none");
        }
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("a look-up's timeout must be positive");
        }
    }

    /**
     * A book in which "absent" may mean "not yet".
     *
     * @param lookup asks it
     * @return the book, with {@link #TIMEOUT}
     */
    public static ReceiptBook claims(ReceiptLookup lookup) {
        return new ReceiptBook(lookup, Book.CLAIMS, TIMEOUT);
    }

    /**
     * A book in which "absent" means "never", because whoever asks has an absent key closed first.
     *
     * @param lookup asks it, and closes
     * @return the book, with {@link #TIMEOUT}
     */
    public static ReceiptBook closing(ReceiptLookup lookup) {
        return new ReceiptBook(lookup, Book.FINAL, TIMEOUT);
    }

    /**
     * The same with another patience.
     *
     * @param most how long one look-up may take
     * @return a new book
     * @throws IllegalArgumentException where it is not positive
     */
    public ReceiptBook within(Duration most) {
        return new ReceiptBook(lookup, absence, most);
    }
}
