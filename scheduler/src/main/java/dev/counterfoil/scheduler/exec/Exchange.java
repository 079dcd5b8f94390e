// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.exec;

import dev.counterfoil.journal.canonical.CanonicalWriter;
import dev.counterfoil.journal.canonical.Json;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Content;
import dev.counterfoil.journal.record.EvidenceKind;
import dev.counterfoil.journal.record.FailureCategory;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.OutcomeReason;
import dev.counterfoil.journal.record.Usage;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.dispatch.Cancellation;
import dev.counterfoil.scheduler.dispatch.Dispatch;
import dev.counterfoil.scheduler.exec.StdoutReader.State;
import dev.counterfoil.scheduler.time.Signal;
import dev.counterfoil.scheduler.time.Waiter;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/**
 * One started process, from its request to what is known of it. Confined to the dispatching thread; the pipes have their own threads.
 */
final class Exchange {
    private static final Logger LOG = System.getLogger(Exchange.class.getName());
    private static final Duration AFTER_EXIT = Duration.ofSeconds(1);
    private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

    private final Process process;
    private final Dispatch dispatch;
    private final ExitCodes exitCodes;
    private final Waiter waiter;
    private final Signal wake = new Signal();
    private final Signal outputDone = new Signal();
    private final CompletableFuture<Void> exit = new CompletableFuture<>();
    private final StdoutReader stdout;
    private final ProcessTree tree;
    private volatile boolean broken;

    Exchange(Process process, String marker, Dispatch dispatch, ExitCodes exitCodes, Waiter waiter) {
        this.process = process;
        this.dispatch = dispatch;
        this.exitCodes = exitCodes;
        this.waiter = waiter;
        this.stdout = new StdoutReader(process.getInputStream(), dispatch.bounds().responseBytes(), outputDone, wake::raise);
        this.tree = new ProcessTree(process.toHandle(), marker, exit, waiter);
    }

    /**
     * Gives the process its request and waits for its end, or brings it about.
     *
     * @param stdin what it can read
     * @return what is known; the process is gone then
     */
    Answer carryOut(Bytes stdin) {
        try {
            aside("exit", this::awaitExit);
            aside("stdout", stdout);
            aside("stdin", () -> feed(stdin));
            dispatch.cancellation().onRequest(wake::raise);
            waiter.await(dispatch.bounds().remaining().orElse(FOR_EVER), wake);
            if (stdout.state() != State.OVER && !exit.isDone() && !broken) {
                return doubted(givenUp(OutcomeClass.UNCERTAIN, dispatch.cancellation().cause().orElse(Cancellation.Cause.TIMEOUT)));
            }
            if (stdout.state() != State.OVER && !broken) {
                waiter.await(AFTER_EXIT, outputDone);
            }
            stdout.seal();
            if (broken || stdout.state() == State.FAILED) {
                return Answer.uncertain().because(OutcomeReason.EXCEPTION);
            }
            Answer answer = stdout.state() == State.OVER ? tooLarge() : exited(process.exitValue());
            return answer.outcomeClass() == OutcomeClass.UNCERTAIN && answer.findings().isEmpty() ? doubted(answer) : answer;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return givenUp(OutcomeClass.UNCERTAIN, Cancellation.Cause.CANCELLED);
        } finally {
            stdout.seal();
            if (!exit.isDone()) {
                tree.end();
            }
        }
    }

    /**
     * What is known of an attempt that was given up.
     *
     * @param known its class
     * @param cause why it was given up
     * @return the answer
     */
    static Answer givenUp(OutcomeClass known, Cancellation.Cause cause) {
        FailureCategory category = cause == Cancellation.Cause.TIMEOUT ? FailureCategory.TIMEOUT : FailureCategory.CANCELLED;
        Optional<OutcomeReason> reason = switch (cause) {
            case TIMEOUT -> Optional.of(OutcomeReason.ATTEMPT_TIMEOUT);
            case STOPPING -> Optional.of(OutcomeReason.STOPPED_BY_HOST);
            case CANCELLED -> Optional.empty();
        };
        return new Answer(known, Optional.of(category), reason, Usage.UNKNOWN, Optional.empty(), OptionalLong.empty(), List.of());
    }

    private Answer tooLarge() {
        return Answer.uncertain().category(FailureCategory.MALFORMED_RESPONSE).because(OutcomeReason.RESPONSE_TOO_LARGE)
                .keeping(EvidenceKind.UNUSABLE_RESPONSE, stdout.beginning());
    }

    /** Of what a process wrote that nobody can say the end of, number and digest may tell a person something; no byte is kept. */
    private Answer doubted(Answer answer) {
        stdout.seal();
        Content written = stdout.bytes().content();
        return written.bytes() == 0
                ? answer
                : answer.keeping(EvidenceKind.UNUSABLE_RESPONSE, Bytes.of(CanonicalWriter.write(Json.object()
                        .put("read_bytes", written.bytes())
                        .put("read_sha256", written.sha256().hex())
                        .build())));
    }

    private Answer exited(int code) {
        if (code == 0) {
            return stdout.state() == State.BROKEN
                    ? Answer.uncertain().category(FailureCategory.MALFORMED_RESPONSE).because(OutcomeReason.RESET)
                    : Answer.completed(stdout.bytes());
        }
        if (ExitCodes.isSignal(code)) {
            return Answer.uncertain().because(OutcomeReason.SIGNAL);
        }
        return exitCodes.meaning(code).map(Exchange::without).orElseGet(Answer::uncertain).because(OutcomeReason.EXIT_CODE);
    }

    private static Answer without(OutcomeClass effectless) {
        return new Answer(effectless, Optional.empty(), Optional.empty(), Usage.UNKNOWN, Optional.empty(), OptionalLong.empty(), List.of());
    }

    private void awaitExit() {
        try {
            process.waitFor();
            exit.complete(null);
            wake.raise();
        } catch (InterruptedException e) {
            // Nobody has this thread to interrupt it; without its word the attempt ends by its time.
            Thread.currentThread().interrupt();
        }
    }

    private void feed(Bytes stdin) {
        byte[] request = stdin.toArray();
        try (OutputStream out = process.getOutputStream()) {
            feed(out, request);
        } catch (IOException e) {
            // A process that does not read its request is no failure.
            return;
        }
    }

    /** Said before the pipe is closed: the process may take a part of its request for the whole, and end well. */
    private void feed(OutputStream out, byte[] request) throws IOException {
        try {
            out.write(request);
        } catch (RuntimeException | Error e) {
            broken = true;
            throw e;
        }
    }

    private void aside(String what, Runnable work) {
        Thread thread = new Thread(() -> aside(work), "counterfoil-exec-" + what + "-" + process.pid());
        thread.setDaemon(true);
        thread.start();
    }

    /** One that fails, as for want of memory, may have left anything undone: then the attempt is over, and nobody knows how. */
    private void aside(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            broken = true;
            wake.raise();
            LOG.log(Level.WARNING, "a pipe of a provider failed: {0}", e.getClass().getName());
        }
    }
}
