// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.recovery;

import dev.counterfoil.journal.record.Coded;

/** What a provider's book of receipts is worth when it holds nothing about an operation. Immutable. */
public enum Book implements Coded {
    /** There is no book: nobody can be asked. */
    NONE,
    /** "Absent" means not there yet: the delivery may still be under way. */
    CLAIMS,
    /** "Absent" means never: the key was closed before the answer was given. */
    FINAL
}
