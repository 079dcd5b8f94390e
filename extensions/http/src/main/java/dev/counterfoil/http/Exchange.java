// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import dev.counterfoil.journal.record.OutcomeReason;
import dev.counterfoil.scheduler.dispatch.Cancellation;
import dev.counterfoil.scheduler.time.Signal;
import dev.counterfoil.scheduler.time.Waiter;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;

/**
 * One request and what came of it, on a connection of its own. Waited for in the calling thread, which can always leave; carried out in a
 * thread of its own, and sent in a third where the request is too long to be swallowed at once: an answer may come before it is read.
 */
final class Exchange {
    private static final Logger LOG = System.getLogger(Exchange.class.getName());
    private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);
    private static final int SWALLOWED = 16 << 10;

    private final Connection connection;
    private final Message message;
    private final Terms terms;
    private final Gate gate = new Gate();
    private final Signal wake = new Signal();
    private final CompletableFuture<Ended> ended = new CompletableFuture<>();
    private volatile Optional<Ended> headAlone = Optional.empty();
    private volatile Optional<ResponseInput> success = Optional.empty();
    private volatile boolean failed;

    /**
     * What holds for an exchange.
     *
     * @param wanted how much of a body is read
     * @param permitted asked right before the first byte: whether it may still be sent
     * @param beginning run when it may
     * @param remaining how long it may take
     * @param cancellation how it is asked to end
     */
    record Terms(
            ResponseInput.Wanted wanted, BooleanSupplier permitted, Runnable beginning, Optional<Duration> remaining,
            Cancellation cancellation) {}

    Exchange(Connection connection, Message message, Terms terms) {
        this.connection = connection;
        this.message = message;
        this.terms = terms;
    }

    /** Carries it out, or leaves it when it is asked to end; the connection is closed then. What is over already does not begin. */
    Ended await(Waiter waiter) {
        Optional<Cancellation.Cause> over = overAlready();
        if (over.isPresent()) {
            return new Ended.GivenUp(over.get(), Ended.Sent.NOTHING);
        }
        aside("exchange", this::run);
        Cancellation.Listening listening = terms.cancellation().listen(wake::raise);
        try {
            waiter.await(terms.remaining().orElse(FOR_EVER), wake);
            return result().orElseGet(() -> leave(terms.cancellation().cause().orElse(Cancellation.Cause.TIMEOUT)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return leave(Cancellation.Cause.CANCELLED);
        } finally {
            listening.end();
            gate.shut();
            connection.close();
        }
    }

    private Optional<Cancellation.Cause> overAlready() {
        Optional<Cancellation.Cause> asked = terms.cancellation().cause();
        if (asked.isEmpty() && Thread.currentThread().isInterrupted()) {
            return Optional.of(Cancellation.Cause.CANCELLED);
        }
        boolean late = terms.remaining().filter(left -> left.isZero() || left.isNegative()).isPresent();
        return asked.isEmpty() && late ? Optional.of(Cancellation.Cause.TIMEOUT) : asked;
    }

    private Optional<Ended> result() {
        try {
            return Optional.ofNullable(ended.getNow(null));
        } catch (CompletionException thrown) {
            if (thrown.getCause() instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) thrown.getCause();
        }
    }

    /** Whether something was sent is settled first: from then on the other thread cannot begin. What it found by now counts. */
    private Ended leave(Cancellation.Cause cause) {
        Ended.Sent sent = gate.shut() ? Ended.Sent.NOTHING : Ended.Sent.SOMETHING;
        return result().or(() -> headAlone).orElseGet(() -> new Ended.GivenUp(cause, sent, success.map(ResponseInput::soFar)));
    }

    private void run() {
        try {
            ended.complete(carryOut());
        } catch (RuntimeException e) {
            boolean unsent = gate.shut();
            LOG.log(Level.WARNING, "an exchange failed: {0}", e.getClass().getName());
            if (unsent) {
                ended.complete(new Ended.Unsent(OutcomeReason.EXCEPTION));
            }
            ended.completeExceptionally(e);
        } catch (Error e) {
            ended.completeExceptionally(e);
        } finally {
            wake.raise();
        }
    }

    private Ended carryOut() {
        try {
            connection.open(message.url());
        } catch (IOException e) {
            return new Ended.Unsent(connection.trouble());
        }
        byte[] request = message.bytes();
        if (!terms.permitted().getAsBoolean()) {
            return new Ended.Unsent(OutcomeReason.LEASE_TOO_OLD);
        }
        if (!gate.begin()) {
            return new Ended.Unsent(OutcomeReason.EXCEPTION);
        }
        terms.beginning().run();
        if (request.length <= SWALLOWED) {
            send(request);
        } else {
            aside("request", () -> send(request));
        }
        Ended answer = read();
        return failed && !(answer instanceof Ended.Replied) ? new Ended.Broken(Ended.Break.FAILED) : answer;
    }

    /** A receiver that does not read the request is no failure: its answer, or that there is none, tells more. */
    private void send(byte[] request) {
        try {
            connection.out().write(request);
            connection.out().flush();
        } catch (IOException e) {
            return;
        } catch (RuntimeException | Error e) {
            failed = true;
            connection.close();
            LOG.log(Level.WARNING, "sending a request failed: {0}", e.getClass().getName());
        }
    }

    private Ended read() {
        try {
            ResponseInput input = new ResponseInput(connection.in(), connection::isEndBelieved);
            return input.read(terms.wanted(), reply -> {
                if (reply.isSuccess()) {
                    success = Optional.of(input);
                } else {
                    headAlone = Optional.of(new Ended.Replied(reply));
                }
            });
        } catch (IOException e) {
            return new Ended.Broken(Ended.Break.RESET);
        }
    }

    private static void aside(String what, Runnable work) {
        Thread thread = new Thread(work, "counterfoil-http-" + what);
        thread.setDaemon(true);
        thread.start();
    }
}
