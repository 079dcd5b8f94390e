// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.exec;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.OutcomeReason;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.dispatch.Cancellation;
import dev.counterfoil.scheduler.dispatch.Dispatch;
import dev.counterfoil.scheduler.dispatch.Dispatcher;
import dev.counterfoil.scheduler.time.SystemTime;
import dev.counterfoil.scheduler.time.Waiter;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Calls a provider by running a program: the request on stdin, the response on stdout. Thread-safe.
 *
 * <p>The process has our environment and working directory, and these variables, unset where there is nothing to say (also when we
 * were started with them): {@code COUNTERFOIL_INVOCATION}, {@code _ORDINAL}, {@code _PROVIDER}, {@code _OPERATION_SCOPE},
 * {@code _OPERATION_KEY}, {@code _DEADLINE_MILLIS} (milliseconds since 1970), {@code _REMAINING_MILLIS} and {@code _REPORT}, a file
 * in which it may say what it used.
 *
 * <p>Exit code 0 is a completed call. A listed code is what its list says. A program that is missing or cannot be executed was never
 * dispatched, nor one whose command or variables cannot be spelled in the charset of our locale: an operation key with a question mark
 * in it would be another operation. Every other code, a signal, the end of the time, a cancellation and a response over its bound are
 * uncertain.
 *
 * <p>The attempt ends with the process; a background process that holds stdout is heard for one second more, and then left alone. On
 * timeout and cancellation, an interrupt of the calling thread too, the process and its visible descendants are asked to end and, a
 * second later, ended by force. One that detached itself (a daemon, whose parent ended before) is not reached, nor is anything that
 * the process started elsewhere: that is why such an attempt is uncertain.
 *
 * <p>It blocks the calling thread for the whole attempt. It keeps nothing of stderr. It starts no second process for one dispatch.
 */
public final class ExecDispatcher implements Dispatcher {
    private static final String PREFIX = "COUNTERFOIL_";
    private static final int JDK_WITH_UTF8_BY_DEFAULT = 18;

    /** For finding the descendants of a process on a busy machine. */
    private static final Duration LOOKING = Duration.ofSeconds(2);

    private final ExecCommand command;
    private final Waiter waiter;
    private final Path scratch;
    private final Optional<Bytes> input;

    /**
     * A dispatcher that waits on the machine's own time.
     *
     * @param command what to run
     */
    public ExecDispatcher(ExecCommand command) {
        this(command, SystemTime.waiter());
    }

    /**
     * A dispatcher.
     *
     * @param command what to run
     * @param waiter lets time pass
     */
    public ExecDispatcher(ExecCommand command, Waiter waiter) {
        this(command, waiter, Path.of(System.getProperty("java.io.tmpdir")));
    }

    ExecDispatcher(ExecCommand command, Waiter waiter, Path scratch) {
        this(command, waiter, scratch, Optional.empty());
    }

    private ExecDispatcher(ExecCommand command, Waiter waiter, Path scratch, Optional<Bytes> input) {
        this.command = command;
        this.waiter = waiter;
        this.scratch = scratch;
        this.input = input;
    }

    /**
     * With other bytes on stdin than the request's: where the request says what is run, and not what it reads.
     *
     * @param bytes what the process can read, whatever its command says
     * @return a new dispatcher
     */
    public ExecDispatcher reading(Bytes bytes) {
        return new ExecDispatcher(command, waiter, scratch, Optional.of(bytes));
    }

    /**
     * What it runs.
     *
     * @return the command
     */
    public ExecCommand command() {
        return command;
    }

    @Override
    public Answer dispatch(Dispatch dispatch) {
        Optional<Cancellation.Cause> before = endBeforeStart(dispatch);
        if (before.isPresent()) {
            return Exchange.givenUp(OutcomeClass.NOT_DISPATCHED, before.get());
        }
        ReportFile report;
        try {
            report = ReportFile.create(scratch);
        } catch (IOException e) {
            return Answer.notDispatched(OutcomeReason.EXCEPTION);
        }
        try (report) {
            return run(dispatch, report);
        }
    }

    /** The process and its descendants are to be gone before the attempt is given up: a host that exits then would leave them behind. */
    @Override
    public Duration endingGrace() {
        return ProcessTree.WAITS.plus(LOOKING);
    }

    private static Optional<Cancellation.Cause> endBeforeStart(Dispatch dispatch) {
        Optional<Cancellation.Cause> asked = dispatch.cancellation().cause();
        if (asked.isEmpty() && Thread.currentThread().isInterrupted()) {
            return Optional.of(Cancellation.Cause.CANCELLED);
        }
        boolean late = dispatch.bounds().remaining().filter(left -> left.isZero() || left.isNegative()).isPresent();
        return asked.isEmpty() && late ? Optional.of(Cancellation.Cause.TIMEOUT) : asked;
    }

    private Answer run(Dispatch dispatch, ReportFile report) {
        ProcessBuilder builder = new ProcessBuilder(command.command());
        builder.redirectError(command.stderr() == ExecCommand.Stderr.OURS ? Redirect.INHERIT : Redirect.DISCARD);
        Map<String, String> environment = builder.environment();
        Map<String, Optional<String>> variables = variables(dispatch, report);
        variables.forEach((name, value) ->
                value.ifPresentOrElse(said -> environment.put(PREFIX + name, said), () -> environment.remove(PREFIX + name)));
        ProgramFile program = ProgramFile.of(command.command().get(0), Optional.ofNullable(environment.get("PATH")));
        Collection<String> spoken =
                Stream.concat(command.command().stream(), variables.values().stream().flatMap(Optional::stream)).toList();
        if (program.isForeign() || !canSpell(charset(), spoken)) {
            return Answer.notDispatched(OutcomeReason.COMMAND_NOT_EXECUTABLE);
        }
        if (!dispatch.mayStart()) {
            return Answer.notDispatched(OutcomeReason.LEASE_TOO_OLD);
        }
        Process process;
        dispatch.start();
        try {
            process = builder.start();
        } catch (IOException e) {
            return StartFailure.of(e).answer(program);
        }
        Bytes stdin = input.orElse(command.stdin() == ExecCommand.Stdin.REQUEST ? dispatch.request() : Bytes.EMPTY);
        String marker = report.file().getFileName().toString();
        Answer answer = new Exchange(process, marker, dispatch, command.exitCodes(), waiter).carryOut(stdin);
        return report.read().addTo(answer);
    }

    private static Map<String, Optional<String>> variables(Dispatch dispatch, ReportFile report) {
        return Map.of(
                "INVOCATION", Optional.of(dispatch.invocation().value()),
                "ORDINAL", Optional.of(Integer.toString(dispatch.ordinal())),
                "PROVIDER", Optional.of(dispatch.provider().value()),
                "OPERATION_SCOPE", dispatch.operation().scope(),
                "OPERATION_KEY", dispatch.operation().key(),
                "DEADLINE_MILLIS", dispatch.bounds().deadline().map(deadline -> Long.toString(deadline.toEpochMilli())),
                "REMAINING_MILLIS", dispatch.bounds().remaining().map(left -> Long.toString(TimeUnit.MILLISECONDS.convert(left))),
                "REPORT", Optional.of(report.file().toString()));
    }

    /**
     * Whether texts survive the way to another process.
     *
     * @param charset how the JVM spells them
     * @param texts the texts
     * @return false where a character would become a question mark
     */
    static boolean canSpell(Charset charset, Collection<String> texts) {
        return texts.stream().allMatch(text -> charset.newEncoder().canEncode(text));
    }

    /** How this JVM spells arguments and variables. Its locale decides; until JDK 17 {@code file.encoding} had a say. */
    private static Charset charset() {
        return Runtime.version().feature() < JDK_WITH_UTF8_BY_DEFAULT
                ? Charset.defaultCharset()
                : Charset.forName(System.getProperty("sun.jnu.encoding"));
    }
}
