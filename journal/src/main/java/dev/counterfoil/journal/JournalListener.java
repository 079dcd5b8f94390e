// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal;

import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.JournalRecord;
import dev.counterfoil.journal.record.Sha256;

/**
 * Is told of every durable step of this process, after it is durable, in order for each invocation; is never asked. Must be thread-safe
 * and quick: it is called in the thread that appended. What it throws is logged and changes nothing.
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
