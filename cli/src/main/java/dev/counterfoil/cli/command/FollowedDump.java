// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.ExitStatus;
import dev.counterfoil.cli.output.PrunedText;
import dev.counterfoil.journal.dump.ArrivalsDump;
import dev.counterfoil.journal.dump.Payloads;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.sqlite.SqliteFollower;
import dev.counterfoil.journal.store.Arrivals;
import dev.counterfoil.journal.store.DamagedJournalException;
import dev.counterfoil.journal.store.Head;
import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoreProblem;
import dev.counterfoil.scheduler.admission.RecordedLaw;
import dev.counterfoil.scheduler.time.Signal;
import dev.counterfoil.scheduler.time.Waiter;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Shows what a journal holds and then what it gains, until a signal, damage, the end of stdout or of the one invocation. Confined. */
final class FollowedDump {
    /** Often enough for a person who watches, and seldom enough to cost nothing: where nothing was written, a look is two stats. */
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

    private final JournalReading reading;
    private final DamageCount visitor;
    private final Opening opening;
    private final Console console;
    private final Waiter waiter;
    private final Signal wake = new Signal();
    private long pruned;
    private boolean hasLooked;
    private boolean caughtUp;

    FollowedDump(JournalReading reading, DamageCount visitor, Opening opening, Console console, Waiter waiter) {
        this.reading = reading;
        this.visitor = visitor;
        this.opening = opening;
        this.console = console;
        this.waiter = waiter;
    }

    /** Where looks come from. */
    interface Opening {
        /** Begins before the first record, of all or of one invocation. */
        Looks open(Optional<InvocationId> only);
    }

    /** Looks at a journal, as {@link SqliteFollower} has them. */
    interface Looks {
        /** What is new behind what is known. */
        Arrivals next(Function<InvocationId, Head> known);

        /** Makes sure that what was shown is there. */
        void confirm();
    }

    /** Looks of the journal itself. */
    static Opening of(JournalReading reading, Payloads payloads) {
        SqliteFollower.Reading bytes =
                payloads == Payloads.SHOWN ? SqliteFollower.Reading.WITH_BYTES : SqliteFollower.Reading.RECORDS;
        return only -> {
            SqliteFollower follower = SqliteFollower.open(reading.journal, only, bytes);
            return new Looks() {
                @Override
                public Arrivals next(Function<InvocationId, Head> known) {
                    return follower.next(known);
                }

                @Override
                public void confirm() {
                    follower.confirm();
                }
            };
        };
    }

    ExitStatus follow(Optional<InvocationId> only) {
        try (StopSignals signals = StopSignals.listening()) {
            signals.tell(new StopSignals.Stoppable() {
                @Override
                public void stop() {
                    wake.raise();
                }

                @Override
                public void stopNow() {
                    wake.raise();
                }
            });
            look(only);
            if (signals.status().isPresent()) {
                ExitStatus signal = signals.status().get();
                console.complain("counterfoil: " + signal.meaning() + "; nothing was changed");
                return signal.and(reading.ending(visitor.damages(), console));
            }
            return reading.ending(visitor.damages(), console);
        }
    }

    private void look(Optional<InvocationId> only) {
        try {
            Looks follower = opening.open(only);
            ArrivalsDump dump = new ArrivalsDump(visitor, RecordedLaw.ADMISSION);
            boolean goesOn = true;
            while (goesOn) {
                Optional<Arrivals> arrivals = patiently(() -> follower.next(dump::known));
                arrivals.ifPresent(dump::show);
                arrivals.ifPresent(each -> pruned += each.pruned());
                boolean over = only.isPresent() && dump.hasShownClosing() || console.isOutputLost();
                boolean found = arrivals.filter(each -> !each.places().isEmpty()).isPresent();
                if (arrivals.isPresent() && !over) {
                    tellOfPruning(only);
                }
                if (!found && !over && arrivals.isPresent()) {
                    atTheEnd(only);
                }
                goesOn = !over && (found ? !wake.isRaised() : awaits());
            }
            if (visitor.damages() == 0 && !console.isOutputLost() && !isDone(follower::confirm)) {
                console.complain(reading.journal + ": busy, so what was shown was not counted once more at the end;"
                        + " for that see: counterfoil verify");
            }
        } catch (DamagedJournalException whole) {
            whole.damages().forEach(damage -> visitor.damage(Optional.empty(), damage));
        }
    }

    /** Whoever keeps it locked, or changes it under each look, lets go of it some time: empty, and then it is tried again. */
    private static <T> Optional<T> patiently(Supplier<T> look) {
        try {
            return Optional.of(look.get());
        } catch (StoreException e) {
            if (e.problem() == StoreProblem.BUSY) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** The same of what gives nothing; false where it must be tried again. */
    private static boolean isDone(Runnable look) {
        return patiently(() -> {
            look.run();
            return look;
        }).isPresent();
    }

    /** Everything that is there was shown: what the anchor counts is compared once, as without following. */
    private void atTheEnd(Optional<InvocationId> only) {
        if (!caughtUp && only.isEmpty()) {
            caughtUp = isDone(() -> reading.anchor(visitor));
        }
    }

    /** Pruning takes shown records away lawfully: it is told, and following goes on, but for the one invocation that can go on no more. */
    private void tellOfPruning(Optional<InvocationId> only) {
        boolean meanwhile = hasLooked;
        hasLooked = true;
        if (pruned == 0 || only.isPresent() && !isDone(() -> reading.requireUnpruned(only.get()))) {
            return;
        }
        if (only.isEmpty()) {
            String journal = reading.journal.toString();
            console.complain(meanwhile ? PrunedText.meanwhile(journal, pruned) : PrunedText.notShown(journal, pruned));
        }
        pruned = 0;
    }

    private boolean awaits() {
        try {
            return visitor.damages() == 0 && !waiter.await(BETWEEN_LOOKS, wake);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandException(ExitStatus.UNEXPECTED, "interrupted while waiting; follow again");
        }
    }
}
