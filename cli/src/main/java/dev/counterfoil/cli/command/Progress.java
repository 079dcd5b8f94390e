// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.Console;
import java.util.concurrent.atomic.AtomicInteger;

/** How far long work is, on one line of a terminal. Thread-safe. */
final class Progress {
    /** Shorter work needs no telling. */
    private static final int LONG_WORK = 10;

    private static final int WIDTH = 30;

    private final Console console;
    private final int whole;
    private final AtomicInteger done = new AtomicInteger();

    Progress(Console console, int whole) {
        this.console = console;
        this.whole = whole;
    }

    private boolean isShown() {
        return whole >= LONG_WORK && console.isErrorTerminal() && !console.isOutputTerminal();
    }

    void step() {
        int now = done.incrementAndGet();
        if (isShown()) {
            int bar = (int) ((long) WIDTH * now / whole);
            console.progress("[" + "#".repeat(bar) + " ".repeat(WIDTH - bar) + "] " + now + "/" + whole + " ");
        }
    }

    void end() {
        if (isShown() && done.get() > 0) {
            console.complain("");
        }
    }
}
