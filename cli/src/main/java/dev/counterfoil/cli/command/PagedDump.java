// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.ExitStatus;
import dev.counterfoil.cli.output.PrunedText;
import dev.counterfoil.cli.page.FirstLook;
import dev.counterfoil.cli.page.JournalPage;
import dev.counterfoil.journal.dump.JournalVisitor;
import dev.counterfoil.journal.dump.Payloads;
import dev.counterfoil.journal.record.InvocationId;
import java.util.List;
import java.util.Optional;

/**
 * A dump as a page. What is in doubt stands at its top, so the journal is walked through twice; where the first walk cannot be made nothing
 * is printed. Confined.
 */
final class PagedDump {
    private final JournalReading reading;
    private final Payloads payloads;
    private final Console console;

    PagedDump(JournalReading reading, Payloads payloads, Console console) {
        this.reading = reading;
        this.payloads = payloads;
        this.console = console;
    }

    ExitStatus print(Optional<InvocationId> only) {
        FirstLook look = new FirstLook();
        DamageCount first = new DamageCount(look);
        reading.show(only, JournalReading.Scope.EVERYTHING, first, console, WalkProgress.Place.BEFORE_RESULTS);
        Shown shown = new Shown(only);
        new JournalPage(reading.journal, payloads, look, console::line).write(shown);
        if (first.prunedCount() > 0) {
            console.complain(PrunedText.notShown(reading.journal.toString(), first.prunedCount()));
        }
        return reading.ending(Math.max(first.damages(), shown.damages), console);
    }

    /** The second walk. */
    private final class Shown implements JournalPage.Looks {
        private final Optional<InvocationId> only;
        private long damages;

        Shown(Optional<InvocationId> only) {
            this.only = only;
        }

        @Override
        public void some(List<InvocationId> ids, JournalVisitor visitor) {
            reading.some(ids, visitor);
        }

        @Override
        public void all(JournalVisitor visitor) {
            DamageCount counted = new DamageCount(visitor);
            reading.show(only, JournalReading.Scope.EVERYTHING, counted, console, WalkProgress.Place.BETWEEN_RESULTS);
            damages = counted.damages();
        }
    }
}
