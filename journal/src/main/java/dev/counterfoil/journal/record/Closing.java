// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

/**
 * The last word. Only evidence may follow. Immutable.
 *
 * @param stamp place, instant, epoch
 * @param status with a response, or without
 * @param reason why
 */
public record Closing(Stamp stamp, ClosingStatus status, ClosingReason reason) implements JournalRecord {
    /**
     * Checks that status and reason agree.
     *
     * @throws IllegalArgumentException where a settled one has another reason than completed, or a stopped one has that
     */
    public Closing {
        if ((status == ClosingStatus.SETTLED) != (reason == ClosingReason.Ending.COMPLETED)) {
            throw new IllegalArgumentException("settled goes with completed, and only with it");
        }
    }

    @Override
    public <T> T match(Cases<T> cases) {
        return cases.closing(this);
    }
}
