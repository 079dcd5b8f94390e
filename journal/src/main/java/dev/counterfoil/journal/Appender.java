// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal;

import dev.counterfoil.journal.record.JournalException;
import dev.counterfoil.journal.store.Append;
import dev.counterfoil.journal.store.AppendResult;
import dev.counterfoil.journal.store.CheckpointStore;
import dev.counterfoil.journal.store.Holder;
import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoredInvocation;
import java.util.Optional;

/**
 * Appends, and finds out what became of an append whose fate is unknown: reads back, compares by digest and by holder, and repeats the
 * identical append where nothing is there; the head lets it in once. A refusal after an unknown try proves nothing before that.
 * Thread-safe.
 */
final class Appender {
    private static final int TRIES = 4;

    private final CheckpointStore store;

    Appender(CheckpointStore store) {
        this.store = store;
    }

    /** What became of it, for certain or not. */
    sealed interface Fate {
        record Written() implements Fate {}

        record Moved() implements Fate {}

        record Lost(Holder holder) implements Fate {}

        record NotWritten(String cause) implements Fate {}

        record Unknown(String cause) implements Fate {}
    }

    /** One try: an answer of the store, or that it certainly wrote nothing. */
    private sealed interface Try {
        record Answered(AppendResult result) implements Try {}

        record Failed(String cause) implements Try {}
    }

    Fate append(Append append) {
        Try first = attempt(append);
        if (first instanceof Try.Failed failed) {
            return new Fate.NotWritten(failed.cause());
        }
        AppendResult result = ((Try.Answered) first).result();
        return result instanceof AppendResult.Unknown unknown ? findOut(append, unknown.cause()) : known(result);
    }

    private static Fate known(AppendResult result) {
        if (result instanceof AppendResult.EpochMoved moved) {
            return new Fate.Lost(moved.holder());
        }
        if (result instanceof AppendResult.Unknown unknown) {
            return new Fate.Unknown(unknown.cause());
        }
        return result instanceof AppendResult.HeadMoved ? new Fate.Moved() : new Fate.Written();
    }

    private Fate findOut(Append append, String cause) {
        Fate fate = new Fate.Unknown(cause);
        for (int i = 1; i < TRIES; i++) {
            Optional<Fate> seen = look(append);
            if (seen.isPresent()) {
                return seen.get();
            }
            Try again = attempt(append);
            if (again instanceof Try.Answered answered && answered.result() instanceof AppendResult.Appended) {
                return new Fate.Written();
            }
            fate = again instanceof Try.Failed failed ? new Fate.Unknown(failed.cause()) : fate;
        }
        return look(append).orElse(fate);
    }

    private Try attempt(Append append) {
        try {
            return new Try.Answered(store.append(append));
        } catch (StoreException e) {
            return new Try.Failed(e.getMessage());
        }
    }

    /** Empty where nothing is there yet, or where the store cannot be read. */
    private Optional<Fate> look(Append append) {
        try {
            Optional<StoredInvocation> stored = store.read(append.invocation());
            Optional<AppendResult> seen = stored.isPresent() ? append.seenIn(stored.get())
                    : store.tombstone(append.invocation()).map(pruned -> append.seenIn(pruned.head()));
            return seen.map(Appender::known);
        } catch (JournalException e) {
            return Optional.empty();
        }
    }
}
