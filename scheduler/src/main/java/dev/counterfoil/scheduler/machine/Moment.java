// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.machine;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the machine cannot know by itself: the present, and the state of the process. Immutable.
 *
 * @param now the invocation's present, in whole milliseconds
 * @param epoch the owner epoch that new records carry
 * @param phase whether the process goes on
 * @param regression how far the wall clock stood behind the latest record when the invocation was resumed, until that is recorded
 * @param sharedRetriesLeft what is left of a budget of retries that several invocations share; empty where nothing is shared
 * @param looked what this run's latest look-up answered
 */
public record Moment(
        Instant now, long epoch, Phase phase, Optional<Duration> regression, OptionalLong sharedRetriesLeft, Optional<Looked> looked) {
    /**
     * Where no budget of retries is shared and nobody was asked for a receipt.
     *
     * @param now the invocation's present, in whole milliseconds
     * @param epoch the owner epoch that new records carry
     * @param phase whether the process goes on
     * @param regression how far the wall clock stood behind the latest record, until that is recorded
     */
    public Moment(Instant now, long epoch, Phase phase, Optional<Duration> regression) {
        this(now, epoch, phase, regression, OptionalLong.empty(), Optional.empty());
    }

    /** The same, but not before an instant that is recorded: what is decided and what is stamped have one present. */
    Moment notBefore(Instant recorded) {
        return now.isBefore(recorded) ? new Moment(recorded, epoch, phase, regression, sharedRetriesLeft, looked) : this;
    }

    /** The same after a look-up. */
    Moment after(Looked answered) {
        return new Moment(now, epoch, phase, regression, sharedRetriesLeft, Optional.of(answered));
    }

    /** Whether the process goes on. */
    public enum Phase {
        /** It does. */
        RUNNING,
        /** It is told to stop: nothing new starts. */
        STOPPING
    }
}
