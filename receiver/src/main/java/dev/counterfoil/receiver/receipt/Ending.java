// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.receipt;

/** What the attempt to end a pending operation gives. Immutable. */
public sealed interface Ending {
    /**
     * The receipt as it is now.
     *
     * @return without a payload to compare
     */
    Receipt receipt();

    /**
     * It ended so, durably.
     *
     * @param receipt as it is now
     */
    record Recorded(Receipt receipt) implements Ending {}

    /**
     * It had ended so before; nothing was changed.
     *
     * @param receipt as it is
     */
    record Unchanged(Receipt receipt) implements Ending {}

    /**
     * It cannot end so: another holds the claim, it ended otherwise, or there is none. Nothing was changed.
     *
     * @param receipt as it is
     */
    record Refused(Receipt receipt) implements Ending {}
}
