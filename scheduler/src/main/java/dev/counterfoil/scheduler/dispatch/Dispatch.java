// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.dispatch;

import dev.counterfoil.journal.DurableIntent;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.scheduler.time.Countdown;
import dev.counterfoil.scheduler.time.SystemTime;
import dev.counterfoil.scheduler.time.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One permitted call of one provider: exists only for an intent that is durable, and only once for each. Thread-safe.
 */
public final class Dispatch {
    private final DurableIntent proof;
    private final Bytes request;
    private final Operation operation;
    private final Bounds bounds;
    private final Cancellation cancellation;
    private final Countdown time;
    private final AtomicBoolean started = new AtomicBoolean();

    /**
     * Within what a call must stay. Immutable.
     *
     * @param deadline the invocation's deadline, where it has one; never later than that of the invocation that it is within
     * @param remaining how long the call may take from its beginning: the smallest of the attempt's timeout, what remains to the deadline,
     *     and what remains to the call that it is within
     * @param responseBytes greatest response, in bytes
     */
    public record Bounds(Optional<Instant> deadline, Optional<Duration> remaining, long responseBytes) {}

    private Dispatch(
            DurableIntent proof, Bytes request, Operation operation, Bounds bounds, Cancellation cancellation, Countdown time) {
        this.proof = proof;
        this.request = request;
        this.operation = operation;
        this.bounds = bounds;
        this.cancellation = cancellation;
        this.time = time;
    }

    /**
     * Spends the proof that an intent is durable.
     *
     * @param proof what only the journal makes
     * @param request the bytes to send
     * @param operation scope and key of the effect
     * @param bounds within what the call must stay
     * @param cancellation how it is asked to end
     * @return the permission
     * @throws IllegalStateException where the proof was spent before
     */
    public static Dispatch begin(DurableIntent proof, Bytes request, Operation operation, Bounds bounds, Cancellation cancellation) {
        return begin(proof, request, operation, bounds, cancellation, SystemTime.ticker());
    }

    /**
     * The same by another clock.
     *
     * @param proof what only the journal makes
     * @param request the bytes to send
     * @param operation scope and key of the effect
     * @param bounds within what the call must stay
     * @param cancellation how it is asked to end
     * @param ticker what the remaining time is counted by, from now
     * @return the permission
     * @throws IllegalStateException where the proof was spent before
     */
    public static Dispatch begin(
            DurableIntent proof, Bytes request, Operation operation, Bounds bounds, Cancellation cancellation, Ticker ticker) {
        proof.spend();
        return new Dispatch(proof, request, operation, bounds, cancellation, Countdown.of(ticker, bounds.remaining()));
    }

    /**
     * Whether the provider may be contacted now. It was asked right before the call of the dispatcher; one that needs time before its
     * provider can see anything of it, as for a connection, asks again right before that. A process may be held up for longer than it
     * owns what it does, and somebody else may go on with the invocation by then.
     *
     * @return false where nothing may be sent and the answer is {@code not_dispatched}, {@code lease_too_old}
     */
    public boolean mayStart() {
        return proof.mayBeDispatched();
    }

    /**
     * Says that the provider is contacted now. A dispatcher that calls it right before it sends cannot send one attempt twice, whoever
     * wraps it and tries again.
     *
     * @throws IllegalStateException where it was said before
     */
    public void start() {
        if (!started.compareAndSet(false, true)) {
            throw new IllegalStateException(
                    "attempt " + ordinal() + " of " + invocation() + " was sent already; another try is another attempt");
        }
    }

    /**
     * The invocation.
     *
     * @return its name
     */
    public InvocationId invocation() {
        return proof.invocation();
    }

    /**
     * The attempt.
     *
     * @return its ordinal, from 0
     */
    public int ordinal() {
        return proof.intent().ordinal();
    }

    /**
     * The provider.
     *
     * @return its name
     */
    public ProviderId provider() {
        return proof.intent().provider();
    }

    /**
     * What to send.
     *
     * @return the exact bytes
     */
    public Bytes request() {
        return request;
    }

    /**
     * The effect: its key is the same on every attempt of the invocation.
     *
     * @return contract, scope and key
     */
    public Operation operation() {
        return operation;
    }

    /**
     * Within what the call must stay.
     *
     * @return deadline, remaining time, response bytes
     */
    public Bounds bounds() {
        return bounds;
    }

    /**
     * How long the call may still take. When that is over it is asked to end.
     *
     * @return what is left of it now, zero where it is over; empty where it is not limited
     */
    public Optional<Duration> remaining() {
        return time.left();
    }

    /**
     * How the call is asked to end.
     *
     * @return the attempt's own cancellation
     */
    public Cancellation cancellation() {
        return cancellation;
    }
}
