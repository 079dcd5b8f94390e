// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.lookup;

import dev.counterfoil.journal.record.Content;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.scheduler.dispatch.Cancellation;
import dev.counterfoil.scheduler.time.Countdown;
import java.time.Duration;

/**
 * One question about one attempt in doubt. Thread-safe.
 */
public final class Lookup {
    private final Subject subject;
    private final Cancellation cancellation;
    private final Countdown time;

    /**
     * What is asked about. Immutable; it prints no key.
     *
     * @param invocation whose attempt it is
     * @param ordinal the attempt, from 0
     * @param provider where it was sent
     * @param scope where the key means something
     * @param key the key it was sent under
     * @param request digest and length of the bytes that were sent
     * @param responseBytes the greatest response that can be adopted, in bytes
     */
    public record Subject(
            InvocationId invocation, int ordinal, ProviderId provider, String scope, String key, Content request, long responseBytes) {
        @Override
        public String toString() {
            return "attempt " + ordinal + " of " + invocation + " at " + provider;
        }
    }

    /**
     * A question.
     *
     * @param subject about what
     * @param cancellation how it is asked to end
     * @param time how long it may take, from now
     */
    public Lookup(Subject subject, Cancellation cancellation, Countdown time) {
        this.subject = subject;
        this.cancellation = cancellation;
        this.time = time;
    }

    /**
     * What is asked about.
     *
     * @return attempt, scope, key, digest of what was sent
     */
    public Subject subject() {
        return subject;
    }

    /**
     * How it is asked to end.
     *
     * @return this look-up's own cancellation
     */
    public Cancellation cancellation() {
        return cancellation;
    }

    /**
     * How long it may still take. When that is over nobody waits for it.
     *
     * @return what is left of it now; zero where it is over
     */
    public Duration remaining() {
        return time.left().orElse(ReceiptBook.TIMEOUT);
    }

    @Override
    public String toString() {
        return "Lookup[" + subject + "]";
    }
}
