// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

/**
 * One line of a journal: what was decided or learnt, when, and by which owner. Immutable.
 *
 * <p>Seven kinds, for ever. A record holds digests and lengths; the bytes they speak of are stored beside it.
 */
public sealed interface JournalRecord permits Opening, Intent, Outcome, Verdict, Cancellation, Evidence, Closing {
    /**
     * Its place, instant and owner epoch.
     *
     * @return the stamp
     */
    Stamp stamp();

    /**
     * Calls the case that fits.
     *
     * @param <T> what the cases answer
     * @param cases one for each kind
     * @return that case's answer
     */
    <T> T match(Cases<T> cases);

    /**
     * One case for each kind of record.
     *
     * @param <T> what the cases answer
     */
    interface Cases<T> {
        /**
         * The first record of an invocation.
         *
         * @param opening the record
         * @return the answer
         */
        T opening(Opening opening);

        /**
         * A charge that is on disk.
         *
         * @param intent the record
         * @return the answer
         */
        T intent(Intent intent);

        /**
         * What we were told.
         *
         * @param outcome the record
         * @return the answer
         */
        T outcome(Outcome outcome);

        /**
         * What reconciliation found.
         *
         * @param verdict the record
         * @return the answer
         */
        T verdict(Verdict verdict);

        /**
         * The wish to stop.
         *
         * @param cancellation the record
         * @return the answer
         */
        T cancellation(Cancellation cancellation);

        /**
         * What changes no decision.
         *
         * @param evidence the record
         * @return the answer
         */
        T evidence(Evidence evidence);

        /**
         * The last word.
         *
         * @param closing the record
         * @return the answer
         */
        T closing(Closing closing);
    }
}
