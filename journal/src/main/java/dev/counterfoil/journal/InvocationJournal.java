// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal;

import dev.counterfoil.journal.chain.ChainWriter;
import dev.counterfoil.journal.chain.Chronicle;
import dev.counterfoil.journal.fold.FoldStep;
import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.fold.JournalFold;
import dev.counterfoil.journal.ownership.Heart;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Entry;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.JournalRecord;
import dev.counterfoil.journal.store.Append;
import dev.counterfoil.journal.store.Authority;
import dev.counterfoil.journal.store.Head;
import dev.counterfoil.journal.store.Holder;
import dev.counterfoil.journal.store.StoreException;
import dev.counterfoil.journal.store.StoredRecord;
import java.util.List;
import java.util.Optional;

/**
 * One open invocation that this runtime owns: what its records say, and the one way to add to them. Confined to the thread that runs it.
 *
 * <p>An append is checked by the fold before it is written, and folded by the same fold after it; only an append of this object whose
 * last record is an intent gives a {@link DurableIntent}.
 */
public final class InvocationJournal {
    private final Journal journal;
    private final Heart heart;
    private final InvocationId id;
    private final Holder holder;
    private InvocationState state;
    private Head head;
    private Optional<Bytes> response;

    /** From before the append of the newest intent; read by the thread that makes the call. */
    private volatile long intentAskedNanos;

    InvocationJournal(Journal journal, Heart heart, Chronicle chronicle, Holder holder) {
        this.journal = journal;
        this.heart = heart;
        this.id = chronicle.id();
        this.holder = holder;
        this.state = chronicle.soundState();
        this.head = chronicle.head();
        this.response = chronicle.response();
    }

    InvocationJournal(
            Journal journal, Heart heart, InvocationId id, Holder holder, InvocationState state, Head head, long intentAskedNanos) {
        this.journal = journal;
        this.heart = heart;
        this.id = id;
        this.holder = holder;
        this.state = state;
        this.head = head;
        this.intentAskedNanos = intentAskedNanos;
        this.response = Optional.empty();
    }

    /**
     * The invocation.
     *
     * @return its name
     */
    public InvocationId id() {
        return id;
    }

    /**
     * What its records say.
     *
     * @return the state after the last append or refresh
     */
    public InvocationState state() {
        return state;
    }

    /**
     * The owner epoch that new records carry.
     *
     * @return the epoch
     */
    public long epoch() {
        return holder.epoch();
    }

    /**
     * The bytes of the response that the state speaks of.
     *
     * @return empty where there is none, or it was erased
     */
    public Optional<Bytes> response() {
        return response;
    }

    /**
     * Appends entries as one atomic step.
     *
     * @param entries at least one, with contiguous sequences behind the state
     * @return what became of it; after {@code Moved} the state is the new one
     * @throws IllegalStateException where the entries are not well formed there: a fault of the caller; nothing is written
     * @throws dev.counterfoil.journal.record.DamageException where the journal moved and is damaged
     */
    public Commit append(List<Entry> entries) {
        InvocationState after = fold(state, entries);
        if (entries.get(entries.size() - 1).record() instanceof Intent) {
            mayCharge();
        }
        List<StoredRecord> rows = ChainWriter.link(id, head, entries);
        Authority authority = new Authority.Owned(holder.owner().orElseThrow(), holder.epoch());
        Append append = new Append(id, head, authority, rows, Journal.standing(after));
        Appender.Fate fate = journal.appender().append(append);
        if (fate instanceof Appender.Fate.Written) {
            return committed(entries, append, after);
        }
        if (fate instanceof Appender.Fate.Moved) {
            return refresh();
        }
        if (fate instanceof Appender.Fate.Lost lost) {
            return lost(lost.holder());
        }
        return fate instanceof Appender.Fate.NotWritten not
                ? new Commit.NotWritten(not.cause())
                : new Commit.FateUnknown(((Appender.Fate.Unknown) fate).cause());
    }

    /** Whoever closes takes the ownership along: what was cancelled elsewhere has moved, and only what is still open was lost. */
    private Commit lost(Holder holder) {
        try {
            return refresh();
        } catch (StoreException e) {
            return new Commit.Lost(holder);
        }
    }

    /**
     * Whether an intent that is appended now could be dispatched. A runtime that was held up beats first.
     *
     * @return false where the beat failed: an attempt would be charged and not dispatched
     */
    public boolean mayCharge() {
        heart.freshen();
        intentAskedNanos = heart.nanos();
        return heart.vouchesSince(intentAskedNanos);
    }

    private Commit committed(List<Entry> entries, Append append, InvocationState after) {
        state = after;
        head = append.after();
        entries.stream().skip(entries.get(0).record().stamp().sequence() == 0 ? 1 : 0).forEach(this::keepResponse);
        journal.tell(id, entries, append.records());
        JournalRecord last = entries.get(entries.size() - 1).record();
        return new Commit.Committed(last instanceof Intent intent ? Optional.of(proof(intent)) : Optional.empty());
    }

    private DurableIntent proof(Intent intent) {
        long askedNanos = intentAskedNanos;
        return new DurableIntent(id, intent, () -> heart.vouchesSince(askedNanos));
    }

    private void keepResponse(Entry entry) {
        if (entry.payload().isPresent()) {
            response = entry.payload();
        }
    }

    private Commit refresh() {
        Optional<Chronicle> found = journal.read(id);
        if (found.isEmpty()) {
            // Closed elsewhere and pruned since: whoever looks anew is told so.
            return new Commit.Lost(new Holder(Optional.empty(), holder.epoch()));
        }
        Chronicle chronicle = found.get();
        Holder now = chronicle.row().holder();
        InvocationState folded = chronicle.soundState();
        if (!now.equals(holder) && folded.closing().isEmpty()) {
            return new Commit.Lost(now);
        }
        state = folded;
        head = chronicle.head();
        response = chronicle.response();
        return new Commit.Moved();
    }

    /**
     * Looks what others may have appended: evidence or a cancellation. The records are read again only where there are more of them, or
     * another holder.
     *
     * @return {@code Moved} with the new state, or {@code Lost} where another runtime owns it now
     * @throws dev.counterfoil.journal.record.JournalException where it cannot be read, or is damaged
     */
    public Commit reread() {
        boolean same = journal.store().row(id)
                .filter(row -> row.records() == head.records() && row.holder().equals(holder)).isPresent();
        return same ? new Commit.Moved() : refresh();
    }

    /**
     * Gives the invocation back, where it is still open and still ours.
     *
     * @throws dev.counterfoil.journal.store.StoreException where that cannot be written; the invocation is then free once this runtime
     *     is gone
     */
    public void release() {
        if (state.closing().isEmpty()) {
            journal.store().release(id, holder);
        }
    }

    static InvocationState fold(InvocationState from, List<Entry> entries) {
        InvocationState folded = from;
        for (Entry entry : entries) {
            folded = sound(JournalFold.next(folded, entry.record()));
        }
        return folded;
    }

    static InvocationState sound(FoldStep step) {
        if (step instanceof FoldStep.Violation violation) {
            throw new IllegalStateException("not well formed: " + violation.rule());
        }
        return ((FoldStep.Folded) step).state();
    }
}
