// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal;

import dev.counterfoil.journal.chain.ChainScanner;
import dev.counterfoil.journal.chain.ChainWriter;
import dev.counterfoil.journal.chain.Chronicle;
import dev.counterfoil.journal.chain.Law;
import dev.counterfoil.journal.chain.TombstoneCheck;
import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.fold.JournalFold;
import dev.counterfoil.journal.fold.Tombstone;
import dev.counterfoil.journal.ownership.Heart;
import dev.counterfoil.journal.record.Cancellation;
import dev.counterfoil.journal.record.Closing;
import dev.counterfoil.journal.record.Entry;
import dev.counterfoil.journal.record.Evidence;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.JournalException;
import dev.counterfoil.journal.record.JournalRecord;
import dev.counterfoil.journal.store.Append;
import dev.counterfoil.journal.store.Authority;
import dev.counterfoil.journal.store.CheckpointStore;
import dev.counterfoil.journal.store.Head;
import dev.counterfoil.journal.store.Holder;
import dev.counterfoil.journal.store.InvocationRow;
import dev.counterfoil.journal.store.JournalSource;
import dev.counterfoil.journal.store.OwnerId;
import dev.counterfoil.journal.store.Standing;
import dev.counterfoil.journal.store.StoredRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A journal that is written: opens invocations, takes over those whose owner is gone, reads any. Thread-safe.
 *
 * <p>It decides nothing: which records are written is its caller's word, checked by the grammar only; which recorded attempts are
 * lawful is for the {@link Law} it is given.
 */
public final class Journal implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Journal.class.getName());
    private static final int PAGE = 256;
    private static final int AMENDMENT_TRIES = 64;

    /** A runtime that is not known any more opens under its next name; the rest is for a store that keeps forgetting. */
    private static final int OPENING_TRIES = 4;

    private final CheckpointStore store;
    private final Supplier<Heart> hearts;
    private final Law law;
    private final JournalListener listener;
    private final Appender appender;
    private final Lock heartLock = new ReentrantLock();
    private Optional<Heart> beating = Optional.empty();

    private Journal(CheckpointStore store, Supplier<Heart> hearts, Law law, JournalListener listener) {
        this.store = store;
        this.hearts = hearts;
        this.law = law;
        this.listener = listener;
        this.appender = new Appender(store);
    }

    /**
     * A journal over a store.
     *
     * @param store the store; closed with the journal
     * @param hearts begins what keeps this runtime's ownership alive: asked when it is first needed, and again where the runtime is not
     *     known to the store any more; closed with the journal
     * @param law which recorded attempts would have been admitted
     * @param listener is told of every durable step
     * @return the journal
     */
    public static Journal over(CheckpointStore store, Supplier<Heart> hearts, Law law, JournalListener listener) {
        return new Journal(store, hearts, law, listener);
    }

    /**
     * The store.
     *
     * @return what it was made over
     */
    public CheckpointStore store() {
        return store;
    }

    /**
     * The heart that new ownership goes by. After a pause a beat shows whether this runtime is still known; only one that is not begins
     * again under another name. One whose beats fail stays: attempts of it may be in flight, and ending it would give away their
     * invocations.
     */
    Heart heart() {
        heartLock.lock();
        try {
            beating.ifPresent(Heart::freshen);
            if (beating.filter(heart -> !heart.isOver()).isEmpty()) {
                beating.ifPresent(Journal::end);
                beating = Optional.of(hearts.get());
            }
            return beating.get();
        } finally {
            heartLock.unlock();
        }
    }

    /** Whether a holder is this runtime, as far as it is one already. */
    boolean isOurs(OwnerId owner) {
        heartLock.lock();
        try {
            return beating.filter(heart -> heart.owner().id().equals(owner)).isPresent();
        } finally {
            heartLock.unlock();
        }
    }

    private static void end(Heart heart) {
        try {
            heart.close();
        } catch (JournalException e) {
            LOG.log(System.Logger.Level.WARNING, "a runtime was not unregistered, and is gone when it is silent: {0}", e.getMessage());
        }
    }

    Appender appender() {
        return appender;
    }

    /**
     * Whether an id is an invocation's, or was one's that is pruned; needs no ownership. One that is not is opened without another look.
     *
     * @param id a name
     * @return true where {@link #read} or {@link #tombstone} would find something
     * @throws dev.counterfoil.journal.store.StoreException where the store cannot be read
     */
    public boolean isTaken(InvocationId id) {
        return store.isTaken(id);
    }

    /**
     * Reads an invocation; needs no ownership.
     *
     * @param id its name
     * @return its sound records and the first damage; empty where there is none of that name
     * @throws dev.counterfoil.journal.store.StoreException where the store cannot be read
     */
    public Optional<Chronicle> read(InvocationId id) {
        return store.read(id).map(stored -> ChainScanner.scan(stored, law));
    }

    /**
     * What is kept of an invocation that was pruned; needs no ownership. Asked after {@link #read} found none of that name.
     *
     * @param id its name
     * @return empty where none of that name was pruned
     * @throws dev.counterfoil.journal.record.DamageException where the tombstone is damaged
     * @throws dev.counterfoil.journal.store.StoreException where the store cannot be read
     */
    public Optional<Tombstone> tombstone(InvocationId id) {
        return store.tombstone(id).map(TombstoneCheck::read);
    }

    /**
     * The names of the open invocations, in the order of opening.
     *
     * @return a list as of now
     * @throws dev.counterfoil.journal.store.StoreException where the store cannot be read
     */
    public List<InvocationId> openInvocations() {
        List<InvocationId> open = new ArrayList<>();
        long after = 0;
        List<InvocationRow> page;
        do {
            page = store.invocations(after, PAGE, JournalSource.Scope.OPEN);
            page.forEach(row -> open.add(row.id()));
            after = page.isEmpty() ? after : page.get(page.size() - 1).number();
        } while (page.size() == PAGE);
        return open;
    }

    /**
     * Opens an invocation and owns it, at epoch 1.
     *
     * @param id its name
     * @param entries its opening and whatever belongs in the same atomic step
     * @return what became of it
     * @throws IllegalStateException where the entries are not well formed: a fault of the caller; nothing is written
     */
    public Started open(InvocationId id, List<Entry> entries) {
        InvocationState first = InvocationJournal.sound(JournalFold.first(entries.get(0).record()));
        InvocationState after = InvocationJournal.fold(first, entries.subList(1, entries.size()));
        List<StoredRecord> rows = ChainWriter.link(id, Head.NONE, entries);
        for (int i = 0; i < OPENING_TRIES; i++) {
            Heart heart = heart();
            long askedNanos = heart.nanos();
            Holder holder = new Holder(Optional.of(heart.owner().id()), 1);
            Append append = new Append(id, Head.NONE, new Authority.Owned(heart.owner().id(), 1), rows, standing(after));
            Appender.Fate fate = appender.append(append);
            if (fate instanceof Appender.Fate.Written) {
                tell(id, entries, rows);
                return new Started.Opened(
                        new InvocationJournal(this, heart, id, holder, after, append.after(), askedNanos),
                        proof(id, entries, () -> heart.vouchesSince(askedNanos)));
            }
            if (fate instanceof Appender.Fate.NotWritten not) {
                return new Started.NotWritten(not.cause());
            }
            if (fate instanceof Appender.Fate.Unknown unknown) {
                return new Started.FateUnknown(unknown.cause());
            }
            if (fate instanceof Appender.Fate.Moved) {
                return new Started.AlreadyThere();
            }
            // Refused although nobody has the id: this runtime may be unknown by now, which its next beat tells.
            heart.beatNow();
        }
        return new Started.NotWritten("this runtime is not known to its journal; try again");
    }

    private static Optional<DurableIntent> proof(InvocationId id, List<Entry> entries, BooleanSupplier owned) {
        JournalRecord last = entries.get(entries.size() - 1).record();
        return last instanceof Intent intent ? Optional.of(new DurableIntent(id, intent, owned)) : Optional.empty();
    }

    static Standing standing(InvocationState state) {
        return state.closing().isPresent() ? Standing.CLOSED : Standing.OPEN;
    }

    /**
     * Begins to ask for the ownership of an open invocation. Nothing is written before the first try.
     *
     * @param id its name
     * @return a claim, confined to its user, to be tried until it is granted or patience ends
     */
    public OwnershipClaim claim(InvocationId id) {
        return new OwnershipClaim(this, id);
    }

    /**
     * Appends behind whatever the head is, without ownership: evidence, or a cancellation and what closes with it.
     *
     * @param id its name
     * @param author from what the records say to what is added; nothing where nothing is to be added
     * @return what became of it
     * @throws dev.counterfoil.journal.record.DamageException where it is damaged; nothing is written
     * @throws dev.counterfoil.journal.store.StoreException where the store cannot be read
     * @throws IllegalStateException where the entries are not well formed, or others than evidence, a cancellation, and a closing behind a
     *     cancellation of the same append: a fault of the caller; nothing is written
     */
    public Amendment amend(InvocationId id, Function<Chronicle, List<Entry>> author) {
        for (int i = 0; i < AMENDMENT_TRIES; i++) {
            Optional<Chronicle> found = read(id);
            if (found.isEmpty()) {
                return tombstone(id).<Amendment>map(Amendment.Pruned::new).orElseGet(Amendment.Absent::new);
            }
            Chronicle chronicle = found.get();
            InvocationState before = chronicle.soundState();
            List<Entry> entries = author.apply(chronicle);
            if (entries.isEmpty()) {
                return new Amendment.Unchanged(before);
            }
            Optional<Amendment> done = tryAmend(chronicle, entries);
            if (done.isPresent()) {
                return done.get();
            }
        }
        return new Amendment.Failed("the invocation moved " + AMENDMENT_TRIES + " times while it was amended; try again");
    }

    private Optional<Amendment> tryAmend(Chronicle chronicle, List<Entry> entries) {
        requireAnyones(entries);
        InvocationState after = InvocationJournal.fold(chronicle.soundState(), entries);
        List<StoredRecord> rows = ChainWriter.link(chronicle.id(), chronicle.head(), entries);
        Append append = new Append(chronicle.id(), chronicle.head(), new Authority.Anyone(), rows, standing(after));
        Appender.Fate fate = appender.append(append);
        if (fate instanceof Appender.Fate.Written) {
            tell(chronicle.id(), entries, rows);
            return Optional.of(new Amendment.Amended(after));
        }
        if (fate instanceof Appender.Fate.NotWritten not) {
            return Optional.of(new Amendment.Failed(not.cause()));
        }
        return fate instanceof Appender.Fate.Unknown unknown
                ? Optional.of(new Amendment.Failed(unknown.cause()))
                : Optional.empty();
    }

    /** One owner at a time: whoever does not own appends nothing that decides, but for ending what it cancels. */
    private static void requireAnyones(List<Entry> entries) {
        boolean cancelled = false;
        for (Entry entry : entries) {
            JournalRecord record = entry.record();
            cancelled |= record instanceof Cancellation;
            if (!(record instanceof Evidence || record instanceof Cancellation || cancelled && record instanceof Closing)) {
                throw new IllegalStateException("a " + record.getClass().getSimpleName().toLowerCase(Locale.ROOT)
                        + " is its owner's to append: take the invocation over first");
            }
        }
    }

    void tell(InvocationId id, List<Entry> entries, List<StoredRecord> rows) {
        for (int i = 0; i < rows.size(); i++) {
            try {
                listener.recorded(new JournalListener.Step(id, entries.get(i).record(), rows.get(i).digest()));
            } catch (RuntimeException | Error e) {
                LOG.log(System.Logger.Level.WARNING, "a journal listener threw {0}; the journal goes on", e.getClass().getName());
            }
        }
    }

    /** Gives back what this runtime still owns and closes the store. Closing twice is closing once. */
    @Override
    public void close() {
        heartLock.lock();
        try {
            beating.ifPresent(Journal::end);
            beating = Optional.empty();
        } finally {
            heartLock.unlock();
        }
        store.close();
    }
}
