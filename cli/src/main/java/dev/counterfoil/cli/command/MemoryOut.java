// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.ExitStatus;
import java.util.Optional;

/**
 * Ends the process where memory ran out in a thread of a server: it would go on deaf, and keep its address. Nothing is closed, for nothing
 * needs to be. Thread-safe.
 */
final class MemoryOut implements Runnable, AutoCloseable {
    private static final String LINE = "counterfoil: memory ran out, and the receiver ends; what it told is in its file, and nothing is"
            + " half done. Start it again, with more memory, as JDK_JAVA_OPTIONS=-Xmx1g";
    private static final int KEPT_BYTES = 64 << 10;

    private final Console console;
    private final Optional<Thread.UncaughtExceptionHandler> before;

    /** Let go of when there is nothing else left, so that the line can be written. */
    private volatile byte[] kept = new byte[KEPT_BYTES];

    private MemoryOut(Console console, Optional<Thread.UncaughtExceptionHandler> before) {
        this.console = console;
        this.before = before;
    }

    /** From now on, also where another thread of the process ends by it. */
    static MemoryOut listening(Console console) {
        MemoryOut listening = new MemoryOut(console, Optional.ofNullable(Thread.getDefaultUncaughtExceptionHandler()));
        Thread.setDefaultUncaughtExceptionHandler(listening::ended);
        return listening;
    }

    private void ended(Thread thread, Throwable failure) {
        if (failure instanceof OutOfMemoryError) {
            run();
        }
        before.ifPresent(handler -> handler.uncaughtException(thread, failure));
    }

    @Override
    public void run() {
        try {
            kept = new byte[0];
            console.complain(LINE);
        } finally {
            Runtime.getRuntime().halt(ExitStatus.UNEXPECTED.code());
        }
    }

    @Override
    public void close() {
        before.ifPresent(Thread::setDefaultUncaughtExceptionHandler);
    }
}
