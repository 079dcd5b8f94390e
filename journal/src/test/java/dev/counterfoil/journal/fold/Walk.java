// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.fold;

import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.Charge;
import dev.counterfoil.journal.record.ClosingReason;
import dev.counterfoil.journal.record.ClosingReason.Ending;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Deadline;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.Quote;
import dev.counterfoil.journal.record.RefusalCode;
import dev.counterfoil.journal.record.Usage;
import dev.counterfoil.journal.record.VerdictKind;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/**
 * A random walk over what the grammar admits, from a seed. It has its own idea of where a story stands and never asks the fold. Confined.
 */
final class Walk {
    private enum Place {
        EMPTY,
        OPEN_INTENT,
        UNCERTAIN,
        SAFE,
        PERMANENT,
        COMPLETED,
        LATE,
        FOUND,
        GO_ON,
        GIVEN_UP,
        CLOSED
    }

    private final SplittableRandom random;
    private final Deadline deadline;
    private Story story;
    private Place place = Place.EMPTY;
    private Optional<OutcomeClass> prior = Optional.empty();
    private boolean cancelled;
    private RefusalCode lateness = RefusalCode.CANCELLED;

    private Walk(long seed) {
        random = new SplittableRandom(seed);
        deadline = random.nextInt(3) == 0 ? Deadline.absolute(Story.instant(random.nextInt(30))) : Deadline.NONE;
        story = Story.open(pick(Contract.values()), deadline);
    }

    /** The story of a seed: 1 to about 40 records. */
    static Story of(long seed) {
        Walk walk = new Walk(seed);
        int steps = walk.random.nextInt(40);
        for (int i = 0; i < steps; i++) {
            walk.step();
        }
        return walk.story;
    }

    private void step() {
        int dice = random.nextInt(12);
        if (dice == 0 || place == Place.CLOSED) {
            story = story.evidence(random.nextInt(-1, story.attempts()));
        } else if (dice == 1 && !cancelled) {
            story = story.cancel();
            cancelled = true;
        } else {
            move();
        }
    }

    private void move() {
        boolean close = cancelled || random.nextInt(6) == 0;
        switch (place) {
            case EMPTY -> goOn(close, AttemptKind.FRESH);
            case SAFE -> goOn(close, random.nextBoolean() ? AttemptKind.RETRY : AttemptKind.FAILOVER);
            case GO_ON -> goOn(close, AttemptKind.REDELIVERY);
            case OPEN_INTENT -> {
                if (random.nextInt(4) == 0) {
                    verdict();
                } else {
                    outcome();
                }
            }
            case UNCERTAIN -> verdict();
            case PERMANENT -> close(Ending.PERMANENT);
            case COMPLETED, FOUND -> close(Ending.COMPLETED);
            case LATE -> close(lateness);
            case GIVEN_UP -> close(Ending.ABANDONED);
            case CLOSED -> throw new AssertionError("only evidence follows a closing");
        }
    }

    private void goOn(boolean close, AttemptKind kind) {
        if (close) {
            RefusalCode refusal = pick(RefusalCode.values());
            close(refusal == RefusalCode.CANCELLED && !cancelled ? RefusalCode.CALLS_EXHAUSTED : refusal);
            return;
        }
        Quote quote = new Quote(random.nextLong(1_000), random.nextLong(1_000), random.nextLong(1_000));
        story = story.intent(kind, prior, Charge.ofAttempt(quote, random.nextLong(1_000), random.nextLong(100, 1_000), List.of()));
        prior = Optional.of(OutcomeClass.UNCERTAIN);
        place = Place.OPEN_INTENT;
    }

    private void outcome() {
        OutcomeClass outcomeClass = random.nextInt(2) == 0 ? OutcomeClass.NOT_DISPATCHED : pick(OutcomeClass.values());
        boolean late = cancelled || deadline.isLate(story.stamp().at());
        lateness = cancelled ? RefusalCode.CANCELLED : RefusalCode.DEADLINE_EXCEEDED;
        story = story.outcome(outcomeClass, new Usage(amount(), amount(), amount()));
        prior = Optional.of(outcomeClass);
        place = switch (outcomeClass) {
            case NOT_DISPATCHED, REJECTED_BEFORE_PROCESSING, PROVIDER_REPORTED_RETRYABLE -> Place.SAFE;
            case REJECTED_PERMANENTLY -> Place.PERMANENT;
            case COMPLETED_WITH_RESPONSE -> late ? Place.LATE : Place.COMPLETED;
            case UNCERTAIN -> Place.UNCERTAIN;
        };
    }

    private void verdict() {
        VerdictKind kind = random.nextBoolean() ? VerdictKind.REDELIVER : pick(VerdictKind.values());
        story = story.verdict(kind);
        place = switch (kind) {
            case COMPLETED -> Place.FOUND;
            case NOT_APPLIED, REDELIVER -> Place.GO_ON;
            case ABANDONED -> Place.GIVEN_UP;
        };
    }

    private void close(ClosingReason reason) {
        story = story.close(reason);
        place = Place.CLOSED;
    }

    private OptionalLong amount() {
        return random.nextInt(4) == 0 ? OptionalLong.empty() : OptionalLong.of(random.nextLong(2_000));
    }

    private <E> E pick(E[] of) {
        return of[random.nextInt(of.length)];
    }
}
