// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.store;

import dev.counterfoil.journal.record.InvocationId;
import java.util.List;
import java.util.Optional;

/**
 * A journal that can be written: the contract of every store. Thread-safe.
 *
 * <ul>
 *   <li>{@link #append} is atomic, and durable when it returns {@code Appended}. It is refused, with nothing written, where the head or
 *       the epoch moved. Everything that is not known to have failed is {@code Unknown}; a read that follows tells the truth for good
 *       (a store drops whatever connection may show less or more than the disk).
 *   <li>The identical append may be repeated: the head lets it in once.
 *   <li>One caller's refusal or failure never fails another's.
 *   <li>A {@link StoreException} from {@code append} says that nothing was written.
 *   <li>An interrupt of the calling thread breaks nothing: the call completes, and the flag stays set.
 * </ul>
 *
 * <p>A store decodes no record, and its own clock decides nothing.
 */
public interface CheckpointStore extends JournalSource {
    /**
     * Whether an id is an invocation's, or was one's that is pruned. Costs the same however much there is: for whoever opens, and mostly
     * hears no.
     *
     * @param invocation a name
     * @return true where {@link #read} or {@link #tombstone} would find something; true once is true for good
     * @throws StoreException where it cannot be read
     */
    boolean isTaken(InvocationId invocation);

    /**
     * Appends records to an invocation, or opens it. One that was pruned has a head of its own, which no append expects.
     *
     * @param append what, where and by what right
     * @return what became of it
     * @throws StoreException where nothing was written and nothing can be: full, read-only, busy for too long, closed
     */
    AppendResult append(Append append);

    /**
     * Replaces closed invocations by tombstones, all in one atomic step that is durable when it returns {@code Pruned}. Each is compared
     * by itself: one that is open, has another head or is not there is left alone and stops no other. The rows are gone then with their
     * payloads, the id stays taken, and the anchor counts what it counted before. Repeating it changes nothing. Of several that prune the
     * same at once, exactly one is answered that it did; only where a commit failed and is looked for, two may be.
     *
     * @param batch what is to be replaced by what
     * @return what became of it
     * @throws StoreException where nothing was written and nothing can be
     */
    PruneResult prune(List<Pruning> batch);

    /**
     * Makes sure that bytes which were deleted are gone from where the store keeps bytes too, and not only from what it shows: asked once,
     * after the last of them.
     *
     * @return whether they are
     * @throws StoreException where it cannot be written
     */
    Scrubbing scrub();

    /**
     * Makes a runtime known, with beat 0. Registering the same owner again changes nothing.
     *
     * @param owner the runtime
     * @throws StoreException where it cannot be written
     */
    void register(Owner owner);

    /**
     * Lets a runtime's beat grow by one.
     *
     * @param owner the runtime
     * @return the new beat; empty where the runtime is not known (any more): it owns nothing then
     * @throws StoreException where it cannot be written
     */
    Optional<Long> beat(OwnerId owner);

    /**
     * A runtime and its beat.
     *
     * @param owner the runtime
     * @return empty where it is not known
     * @throws StoreException where it cannot be read
     */
    Optional<OwnerBeat> owner(OwnerId owner);

    /**
     * Runtimes that are known and hold no open invocation: whoever finds the process of one gone may {@link #forget} it, or its row
     * would stay for ever.
     *
     * @param limit at most so many, at least 1
     * @return the runtimes, in any order
     * @throws StoreException where it cannot be read
     */
    List<Owner> idleOwners(int limit);

    /**
     * Takes over an open invocation, where its holder is still the one that the asker saw; the epoch grows by one in the same
     * transaction. Whether that holder is gone is the asker's to judge.
     *
     * @param invocation its name
     * @param owner who wants it; registered
     * @param seen the holder that the asker saw
     * @return what became of the wish
     * @throws StoreException where it cannot be written
     */
    Acquisition acquire(InvocationId invocation, OwnerId owner, Holder seen);

    /**
     * Gives an open invocation back; the epoch stays. Nothing happens where the holder is another by now.
     *
     * @param invocation its name
     * @param holder the owner and the epoch at which it owned
     * @throws StoreException where it cannot be written
     */
    void release(InvocationId invocation, Holder holder);

    /**
     * Forgets a runtime that ends; whatever it still held counts as released.
     *
     * @param owner the runtime
     * @throws StoreException where it cannot be written
     */
    void unregister(OwnerId owner);

    /**
     * Forgets a runtime that another took for gone, in one step with the proof that it did nothing meanwhile: only where its beat is still
     * the one that was seen, and it holds nothing open. Else nothing happens.
     *
     * @param seen the runtime, and the beat at which it was seen
     * @throws StoreException where it cannot be written
     */
    void forget(OwnerBeat seen);
}
