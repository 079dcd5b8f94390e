// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.output.ExitStatus;
import dev.counterfoil.journal.record.DamageException;
import dev.counterfoil.journal.record.JournalException;
import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import dev.counterfoil.receiver.failure.ReceiverException;
import java.io.PrintWriter;
import java.io.StringWriter;

/** What a thrown failure means for the exit status, and its one line. Immutable. */
public final class Failures {
    /** Set to anything, it has the stack trace of an unexpected failure printed. */
    static final String STACK_TRACE = "COUNTERFOIL_STACKTRACE";

    private Failures() {}

    /**
     * Reads a failure.
     *
     * @param failure what was thrown
     * @return exit status and line
     */
    public static CommandException of(Throwable failure) {
        if (failure instanceof CommandException known) {
            return known;
        }
        if (failure instanceof StoreException store) {
            if (store.problem() == StoreProblem.UNFIT_NAME) {
                return CommandException.usage(store.getMessage());
            }
            return new CommandException(ExitStatus.UNAVAILABLE, store.getMessage());
        }
        if (failure instanceof ReceiverException receiver) {
            return of(receiver);
        }
        if (failure instanceof DamageException damage) {
            return new CommandException(ExitStatus.DAMAGED, "damaged, " + damage.getMessage()
                    + "; nothing was changed, look at it with: counterfoil dump");
        }
        if (failure instanceof JournalException journal) {
            return new CommandException(ExitStatus.DAMAGED, "damaged, " + journal.getMessage());
        }
        if (failure instanceof OutOfMemoryError) {
            return new CommandException(ExitStatus.UNEXPECTED, "out of memory or threads; what is durable stays, run it again with a larger"
                    + " heap (-Xmx) or higher limits (ulimit -a)");
        }
        if (failure instanceof LinkageError || failure instanceof InternalError) {
            return new CommandException(ExitStatus.UNEXPECTED, "the JVM failed with " + failure.getClass().getName() + "; what is durable"
                    + " stays, look whether a limit is reached (ulimit -a) or the installation is not whole, and run it again");
        }
        return new CommandException(ExitStatus.UNEXPECTED, unexpected(failure).lines().toList());
    }

    private static CommandException of(ReceiverException failure) {
        return switch (failure.problem()) {
            case UNFIT_NAME -> CommandException.usage(failure.getMessage());
            case DAMAGED -> new CommandException(ExitStatus.DAMAGED, failure.getMessage());
            default -> new CommandException(ExitStatus.UNAVAILABLE, failure.getMessage());
        };
    }

    /** The message of what nobody expected may hold anything, so it is shown only to who asks for it. */
    private static String unexpected(Throwable failure) {
        if (System.getenv(STACK_TRACE) == null) {
            StackTraceElement[] trace = failure.getStackTrace();
            return "unexpected failure: " + failure.getClass().getName() + (trace.length == 0 ? "" : " at " + trace[0])
                    + "; this is a bug of ours, set " + STACK_TRACE + "=1 to see more";
        }
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text, true));
        return "unexpected failure: " + text.toString().stripTrailing();
    }
}
