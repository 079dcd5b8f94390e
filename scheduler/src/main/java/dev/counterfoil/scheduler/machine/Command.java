// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.machine;

import dev.counterfoil.journal.record.Entry;
import dev.counterfoil.journal.record.ProviderId;
import java.time.Duration;
import java.util.List;

/**
 * What the shell is to do next. Immutable.
 */
public sealed interface Command {
    /**
     * Append these as one atomic step. Where the last of them is an intent, dispatch it with the proof that the commit gives, and report
     * the answer; else ask what comes next.
     *
     * @param entries at least one
     */
    record Append(List<Entry> entries) implements Command {
        /** Copies the list. */
        public Append {
            entries = List.copyOf(entries);
        }
    }

    /**
     * Wait, and ask again.
     *
     * @param delay how long is still to be waited
     * @param before before what
     */
    record Await(Duration delay, Before before) implements Command {}

    /** What a wait comes before. */
    enum Before {
        /** An attempt. */
        ATTEMPT,
        /** Another look-up. */
        LOOKUP
    }

    /**
     * Ask the provider's book about the newest attempt, and report what it says. Nothing is charged, nothing is written before.
     *
     * @param ordinal the attempt
     * @param provider where it was sent
     * @param round how many look-ups of this run asked about it, this one included
     */
    record LookUp(int ordinal, ProviderId provider, int round) implements Command {}

    /**
     * Nothing is left to do: the invocation is closed, or uncertain and stays open until a verdict.
     *
     * @param reason the stable word for the result
     */
    record Finish(String reason) implements Command {}

    /** An attempt would come next and the process is stopping: leave the invocation open as it is. */
    record LeaveOpen() implements Command {}

    /** An attempt would come next and its providers are not known. */
    record AskForProviders() implements Command {}

    /**
     * Calls the case that fits.
     *
     * @param <T> what the cases answer
     * @param cases one for each kind
     * @return that case's answer
     */
    default <T> T match(Cases<T> cases) {
        if (this instanceof Append append) {
            return cases.append(append);
        }
        if (this instanceof Await await) {
            return cases.await(await);
        }
        if (this instanceof LookUp lookUp) {
            return cases.lookUp(lookUp);
        }
        if (this instanceof Finish finish) {
            return cases.finish(finish);
        }
        return this instanceof LeaveOpen ? cases.leaveOpen() : cases.askForProviders();
    }

    /**
     * One case for each command.
     *
     * @param <T> what the cases answer
     */
    interface Cases<T> {
        /**
         * Append.
         *
         * @param append what
         * @return the answer
         */
        T append(Append append);

        /**
         * Wait.
         *
         * @param await how long
         * @return the answer
         */
        T await(Await await);

        /**
         * Ask for a receipt.
         *
         * @param lookUp about which attempt
         * @return the answer
         */
        T lookUp(LookUp lookUp);

        /**
         * End with a result.
         *
         * @param finish which
         * @return the answer
         */
        T finish(Finish finish);

        /**
         * End without one.
         *
         * @return the answer
         */
        T leaveOpen();

        /**
         * End for want of providers.
         *
         * @return the answer
         */
        T askForProviders();
    }
}
