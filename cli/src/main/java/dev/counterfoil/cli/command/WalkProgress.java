// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.Console;
import dev.counterfoil.journal.dump.JournalWalk;

/** How far a walk through a journal is, on one line of a terminal; ends the walk where nobody reads its results any more. Confined. */
final class WalkProgress implements JournalWalk.Progress {
    private static final int WIDTH = 30;
    private static final int LINE = WIDTH + 10;

    /** A walk of fewer keys is over before a bar was seen. */
    private static final long LONG_WALK = 2_000;

    private final Console console;
    private final long last;
    private long shown = -1;

    /** When results are printed. */
    enum Place {
        /** While walking: on the same terminal a bar would run into them. */
        BETWEEN_RESULTS,
        /** At the end. */
        BEFORE_RESULTS
    }

    WalkProgress(Console console, Place place, JournalWalk walk) {
        boolean free = console.isErrorTerminal() && (place == Place.BEFORE_RESULTS || !console.isOutputTerminal());
        this.console = console;
        this.last = free ? walk.lastNumber() : 0;
    }

    @Override
    public boolean goesOn(long number) {
        if (last >= LONG_WALK) {
            long percent = Math.min(100, (long) (100.0 * number / last));
            if (percent > shown) {
                shown = percent;
                int bar = (int) (WIDTH * percent / 100);
                console.progress("[" + "#".repeat(bar) + " ".repeat(WIDTH - bar) + "] " + percent + " %");
            }
        }
        return !console.isOutputLost();
    }

    /** Wipes the line. */
    void end() {
        if (shown >= 0) {
            console.progress(" ".repeat(LINE));
        }
    }
}
