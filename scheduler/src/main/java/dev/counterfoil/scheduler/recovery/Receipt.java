// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.recovery;

import dev.counterfoil.journal.record.Coded;

/** What a look-up in a provider's book found about the operation in doubt. Immutable. */
public enum Receipt implements Coded {
    /** Nobody asked, in this recovery. */
    NOT_ASKED,
    /** It happened, and here is its result. */
    COMPLETED,
    /** It was rejected for good: it did not happen and will not. */
    REJECTED,
    /** It was received and is not decided. */
    PENDING,
    /** The key is known there with another payload. */
    CONFLICT,
    /** The book holds nothing about it. */
    ABSENT,
    /** There was no usable answer in time; an expired key reads so too. */
    UNAVAILABLE
}
