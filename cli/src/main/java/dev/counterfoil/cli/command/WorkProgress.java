// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.Console;
import dev.counterfoil.journal.LongWork;
import java.util.Locale;

/** How far work on a whole journal is, on one line of a terminal; a signal ends the work. Confined. */
final class WorkProgress implements LongWork {
    private static final int WIDTH = 30;
    private static final int LINE = WIDTH + 20;

    /** Shorter work is over before a bar was seen. */
    private static final long LONG_COPY_BYTES = 16L << 20;

    private static final long LONG_WALK = 2_000;

    private final Console console;
    private final StopSignals signals;
    private long shown = -1;

    WorkProgress(Console console, StopSignals signals) {
        this.console = console;
        this.signals = signals;
    }

    @Override
    public boolean goesOn(Stage stage, long done, long whole) {
        if (console.isErrorTerminal() && whole >= (stage == Stage.COPYING ? LONG_COPY_BYTES : LONG_WALK)) {
            long percent = Math.min(100, (long) (100.0 * done / whole));
            if (percent != shown) {
                shown = percent;
                int bar = (int) (WIDTH * percent / 100);
                console.progress(String.format(Locale.ROOT, "%-10s[%s%s] %d %% ", stage.name().toLowerCase(Locale.ROOT), "#".repeat(bar),
                        " ".repeat(WIDTH - bar), percent));
            }
        }
        return signals.status().isEmpty();
    }

    /** Wipes the line. */
    void end() {
        if (shown >= 0) {
            console.progress(" ".repeat(LINE));
        }
    }
}
