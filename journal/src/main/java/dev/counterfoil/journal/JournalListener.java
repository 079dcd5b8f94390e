// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal;

import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.JournalRecord;
import dev.counterfoil.journal.record.Sha256;

/**
 * Is told of every durable step of this process, after it is durable; is never asked. Must be thread-safe and quick: it is called in the
 * thread that appended. What it throws is logged and changes nothing.
 *
 * <p>The records of one run of an invocation are told in their order. Evidence and cancellations that other threads append meanwhile are
 * told by those threads: they may be heard before a record with a lower sequence, or after one with a higher; a listener that needs the
 * order goes by the sequence.
 */
@FunctionalInterface
public interface JournalListener {
    /** Hears nothing. */
    JournalListener NONE = step -> {};

    /**
     * A record is durable.
     *
     * @param step the record and its link
     */
    void recorded(Step step);

    /**
     * One durable record. Immutable.
     *
     * @param invocation its invocation
     * @param record the record
     * @param digest its link of the chain
     */
    record Step(InvocationId invocation, JournalRecord record, Sha256 digest) {}
}
