// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.store;

import dev.counterfoil.journal.record.InvocationId;
import java.util.List;
import java.util.Optional;

/**
 * A journal that can be read. Thread-safe. Reading needs no ownership and changes nothing.
 */
public interface JournalSource extends AutoCloseable {
    /**
     * One invocation with all its records, in one consistent read.
     *
     * @param invocation its name
     * @return empty where there is none
     * @throws StoreException where the store cannot be read
     */
    Optional<StoredInvocation> read(InvocationId invocation);

    /**
     * The row of one invocation without its records: who holds it and how many there are. Costs the same however long it is.
     *
     * @param invocation its name
     * @return the row that {@link #read} would give; empty where there is none
     * @throws StoreException where the store cannot be read
     */
    Optional<InvocationRow> row(InvocationId invocation);

    /**
     * The last record of one invocation, without the bytes beside it. Costs the same however long the invocation is, and is no more than a
     * hint: nothing says that the records before it are there.
     *
     * @param invocation its name
     * @return the record that is the last of {@link #read}, with nothing beside it; empty where there is none, or it cannot be shown
     * @throws StoreException where the store cannot be read
     */
    Optional<StoredRecord> last(InvocationId invocation);

    /**
     * A page of invocations in the order of opening.
     *
     * @param after only numbers greater than this; 0 for the first page
     * @param limit at most so many, at least 1
     * @param scope all, or the open ones
     * @return the rows; fewer than the limit on the last page
     * @throws StoreException where the store cannot be read
     */
    List<InvocationRow> invocations(long after, int limit, Scope scope);

    /**
     * A page of invocations in the order of opening, as {@link #invocations} lists all, and what the store could read of their records in
     * passing: for whoever wants those of many. Bounded in memory, whatever lies beside the records.
     *
     * @param after only numbers greater than this; 0 for the first page
     * @param limit at most so many, at least 1
     * @return the invocations; fewer than the limit on the last page. Those that come without their records are to be read by their names,
     *     which tells what is wrong with them, if something is
     * @throws StoreException where the store cannot be read
     */
    default List<ReadAhead> readAhead(long after, int limit) {
        return invocations(after, limit, Scope.ALL).stream().map(row -> new ReadAhead(row, Optional.empty())).toList();
    }

    /**
     * What is left of one invocation that was pruned. None is there both as an invocation and as a tombstone: whoever asks for the
     * invocation first, and then for this, misses neither.
     *
     * @param invocation its name
     * @return empty where none of that name was pruned
     * @throws StoreException where the store cannot be read
     */
    Optional<StoredTombstone> tombstone(InvocationId invocation);

    /**
     * A page of tombstones in the order in which the invocations were opened. {@link #invocations} shows none of these.
     *
     * @param after only numbers greater than this; 0 for the first page
     * @param limit at most so many, at least 1
     * @return the tombstones; fewer than the limit on the last page
     * @throws StoreException where the store cannot be read
     */
    List<StoredTombstone> tombstones(long after, int limit);

    /** Which invocations are listed. */
    enum Scope {
        /** All. */
        ALL,
        /** Those whose last word was not said. */
        OPEN
    }

    /**
     * Recounts everything that the anchor counts and compares.
     *
     * @return what differs, in words with both numbers; empty where nothing does
     * @throws StoreException where the store cannot be read
     */
    List<AnchorDifference> checkAnchor();

    /**
     * Frees what it holds. Closing twice is closing once.
     *
     * @throws StoreException where that fails
     */
    @Override
    void close();
}
