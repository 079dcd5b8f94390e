// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.machine;

import dev.counterfoil.scheduler.recovery.Book;
import java.time.Duration;
import java.util.Optional;

/**
 * What a provider's receiver declares about itself, which no binding fixes. Immutable.
 *
 * @param book what its receipts are worth
 * @param keysKept how long it honours a key; empty where it declares no end
 */
public record ReceiverTerms(Book book, Optional<Duration> keysKept) {
    /** Nobody can be asked, and keys are honoured for ever. */
    public static final ReceiverTerms SILENT = new ReceiverTerms(Book.NONE, Optional.empty());

    /** For ever: a hundred years, which every instant of a journal can be moved by. */
    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    /**
     * Checks the time; one of more than a hundred years means a hundred years.
     *
     * @throws IllegalArgumentException where it is negative
     */
    public ReceiverTerms {
        if (keysKept.filter(Duration::isNegative).isPresent()) {
            throw new IllegalArgumentException("keys are not kept for a negative time");
        }
        keysKept = keysKept.map(time -> time.compareTo(FOR_EVER) < 0 ? time : FOR_EVER);
    }
}
