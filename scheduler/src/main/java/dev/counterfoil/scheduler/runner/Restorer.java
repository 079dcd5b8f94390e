// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.journal.LongWork;
import dev.counterfoil.journal.Restoration;
import dev.counterfoil.journal.chain.Chronicle;
import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.fold.Tail;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.Entry;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.store.JournalIdentity;
import dev.counterfoil.scheduler.admission.RecordedLaw;
import dev.counterfoil.scheduler.backoff.JitterSource;
import dev.counterfoil.scheduler.machine.InvocationMachine;
import dev.counterfoil.scheduler.machine.Moment;
import dev.counterfoil.scheduler.machine.Terms;
import dev.counterfoil.scheduler.time.InvocationClock;
import dev.counterfoil.scheduler.time.SystemTime;
import dev.counterfoil.scheduler.time.Ticker;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiConsumer;

/**
 * Makes a journal of a backup, and doubts of what was open in it: the original may have gone on after the copy. Dispatches nothing.
 * Thread-safe.
 *
 * <p>It cannot know of invocations that were opened after the copy: under the same id they would be run, and sent, again.
 */
public final class Restorer {
    private final InstantSource wall;
    private final Ticker ticker;

    /**
     * A restorer with clocks of its own: for tests.
     *
     * @param wall the wall clock
     * @param ticker the monotonic clock
     */
    public Restorer(InstantSource wall, Ticker ticker) {
        this.wall = wall;
        this.ticker = ticker;
    }

    /**
     * A restorer by the machine's clocks.
     *
     * @return the restorer
     */
    public static Restorer system() {
        return new Restorer(SystemTime.wall(), SystemTime.ticker());
    }

    /**
     * Verifies a backup and restores it, in one transaction.
     *
     * @param file the backup; it becomes the journal
     * @param damaged takes each damage
     * @param work is told how far the verification is
     * @return what became of it
     * @throws dev.counterfoil.journal.store.StoreException where there is no backup, or it cannot be written
     * @throws dev.counterfoil.journal.record.JournalException where it is damaged; nothing was changed
     */
    public RestoreOutcome restore(Path file, BiConsumer<Optional<InvocationId>, Damage> damaged, LongWork work) {
        List<RestoredInvocation> open = new ArrayList<>();
        Restoration.Author author = (chronicle, backup) -> entries(chronicle, backup, open);
        Restoration done = Restoration.restore(file, RecordedLaw.ADMISSION, author, damaged, work);
        if (done instanceof Restoration.Restored restored) {
            return new RestoreOutcome.Restored(restored.identity(), restored.backup(), open);
        }
        return done instanceof Restoration.Damaged found
                ? new RestoreOutcome.Damaged(found.damages())
                : new RestoreOutcome.Stopped();
    }

    private List<Entry> entries(Chronicle chronicle, JournalIdentity backup, List<RestoredInvocation> open) {
        InvocationState state = chronicle.soundState();
        InvocationClock clock = InvocationClock.resume(wall, ticker, state.last().at());
        Optional<Duration> regression = clock.startedBehind() ? Optional.of(clock.regression()) : Optional.empty();
        Moment moment = new Moment(clock.now(), chronicle.row().holder().epoch(), Moment.Phase.STOPPING, regression);
        Terms terms = new Terms(chronicle.id(), state.opening().backoff(), JitterSource.ofInvocation(), Optional.empty());
        List<Entry> entries = new InvocationMachine(terms)
                .restored(state, Bytes.utf8("{\"backup_of\":\"" + backup.name() + "\"}"), moment);
        boolean charged = entries.stream().anyMatch(entry -> entry.record() instanceof Intent);
        int attempts = state.attempts().count() + (charged ? 1 : 0);
        open.add(new RestoredInvocation(chronicle.id(), found(state, charged),
                attempts == 0 ? OptionalInt.empty() : OptionalInt.of(attempts - 1)));
        return entries;
    }

    private static RestoredInvocation.Found found(InvocationState state, boolean charged) {
        if (charged) {
            return RestoredInvocation.Found.MADE_DOUBTFUL;
        }
        return state.tail() == Tail.DOUBT ? RestoredInvocation.Found.IN_DOUBT : RestoredInvocation.Found.NOTHING_TO_SEND;
    }
}
