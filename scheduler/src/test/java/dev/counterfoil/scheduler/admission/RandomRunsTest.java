// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.fold.Attempt;
import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.fold.Tail;
import dev.counterfoil.journal.fold.Totals;
import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Ceiling;
import dev.counterfoil.journal.record.Clearance;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Deadline;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.Limits;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.ProviderSlot;
import dev.counterfoil.journal.record.Quote;
import dev.counterfoil.journal.record.RefusalCode;
import dev.counterfoil.journal.record.Usage;
import dev.counterfoil.journal.record.VerdictKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Seeded runs that admission lets happen: the same law judges them again, and the totals are those of the attempts. */
class RandomRunsTest {
    private static final int RUNS = 3_000;

    private final Set<AttemptKind> kinds = EnumSet.noneOf(AttemptKind.class);
    private final Set<RefusalCode> refusals = EnumSet.noneOf(RefusalCode.class);

    @Test
    void every_admitted_attempt_is_admitted_again_and_P4_the_live_ledger_is_the_folded_one() {
        for (int seed = 0; seed < RUNS; seed++) {
            try {
                run(new SplittableRandom(seed));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
        assertEquals(EnumSet.allOf(AttemptKind.class), kinds);
        assertTrue(refusals.size() >= 12, () -> "the generator reaches too little: " + refusals);
    }

    private void run(SplittableRandom random) {
        Story story = new Story(binding(random));
        long now = 0;
        for (int step = 0; step < 40; step++) {
            now += random.nextInt(4) == 0 ? random.nextInt(200) : 0;
            story.at(now);
            Proposal proposal = propose(story);
            if (proposal.decision() instanceof Decision.Refused refused) {
                refusals.add(refused.refusal().code());
                return;
            }
            InvocationState before = story.state();
            // Story compares the ledger that was promised with the one that is folded.
            story.attempt((Admitted) proposal.decision());
            kinds.add(story.newestIntent().kind());
            assertEquals(Optional.empty(), Readmission.check(before, story.newestIntent()));
            grows(before.totals(), story.state().totals());
            Totals reserved = story.state().totals();
            if (!answer(story, random)) {
                return;
            }
            grows(reserved, story.state().totals());
            lawful(story);
        }
    }

    private static Proposal propose(Story story) {
        Tail tail = story.state().tail();
        return switch (tail) {
            case EMPTY -> Continuation.fresh(story.ledger(), story.now(), Duration.ZERO);
            case CLEARED_NOT_APPLIED, CLEARED_REDELIVER ->
                    Continuation.redelivery(story.ledger(), story.now(), WaitSource.NONE, Duration.ZERO);
            default -> Continuation.next(story.ledger(), story.now(), (kind, provider, n) -> Duration.ofMillis(n), Duration.ZERO);
        };
    }

    private static boolean answer(Story story, SplittableRandom random) {
        switch (random.nextInt(12)) {
            case 0 -> story.outcome(OutcomeClass.COMPLETED_WITH_RESPONSE, usage(random));
            case 1 -> story.cancel();
            case 2 -> story.outcome(OutcomeClass.UNCERTAIN, usage(random)).verdict(VerdictKind.NOT_APPLIED);
            case 3 -> story.verdict(VerdictKind.REDELIVER);
            case 4 -> story.commandMissing();
            case 5 -> {
                return false;
            }
            default -> story.outcome(Story.SAFE, usage(random));
        }
        return true;
    }

    private static Usage usage(SplittableRandom random) {
        return random.nextInt(3) == 0 ? Usage.of(random.nextInt(30), random.nextInt(30), random.nextInt(30)) : Usage.UNKNOWN;
    }

    private static void grows(Totals before, Totals after) {
        assertTrue(after.calls() >= before.calls() && after.retries() >= before.retries() && after.failovers() >= before.failovers());
        assertTrue(after.contextTokens() >= before.contextTokens() && after.outputTokens() >= before.outputTokens());
        assertTrue(after.costMicros() >= before.costMicros() && after.requestBytes() >= before.requestBytes());
        assertTrue(after.responseBytesReserved() >= before.responseBytesReserved());
    }

    /** What the limits say, told again from the attempts and not from the totals. */
    private static void lawful(Story story) {
        List<Attempt> attempts = story.state().attempts().toList();
        Totals sum = attempts.stream().map(Attempt::exposure).reduce(Totals.ZERO, Totals::plus);
        assertEquals(sum, story.state().totals());
        Limits limits = story.ledger().binding().limits();
        assertTrue(limits.of(Dimension.MAX_CALLS).admits(attempts.size()));
        long again = attempts.stream().filter(a -> isAgain(a.intent().kind())).count();
        assertTrue(limits.of(Dimension.MAX_RETRIES).admits(again));
        long reserved = attempts.stream().mapToLong(a -> a.intent().charge().costMicros()).sum();
        assertTrue(limits.of(Dimension.MAX_COST_MICROS).admits(reserved));
        List<ProviderId> visited = attempts.stream().map(a -> a.intent().provider()).distinct().toList();
        List<ProviderId> order = story.ledger().binding().providers().stream().map(ProviderSlot::id).toList();
        assertEquals(order.subList(0, visited.size()), visited);
    }

    private static boolean isAgain(AttemptKind kind) {
        return kind == AttemptKind.RETRY || kind == AttemptKind.REDELIVERY;
    }

    private static Binding binding(SplittableRandom random) {
        Limits limits = Limits.unbounded();
        for (Dimension dimension : Dimension.values()) {
            if (random.nextInt(6) == 0) {
                limits = limits.with(dimension, dimension == Dimension.MAX_CALLS ? 1 + random.nextInt(6) : random.nextInt(60));
            }
        }
        List<ProviderSlot> order = new ArrayList<>();
        int providers = 1 + random.nextInt(4);
        for (int i = 0; i < providers; i++) {
            Clearance clearance = i > 0 && random.nextInt(5) == 0 ? Clearance.NOT_CLEARED : Clearance.CLEARED;
            Ceiling retries = random.nextInt(3) == 0 ? Ceiling.of(random.nextInt(3)) : Ceiling.unbounded();
            Optional<Quote> quote = random.nextInt(3) == 0 ? Optional.of(quote(random)) : Optional.empty();
            order.add(new ProviderSlot(new ProviderId("p" + i), clearance, retries, quote));
        }
        Contract contract = random.nextInt(3) == 0 ? Contract.READ_ONLY : Contract.NON_IDEMPOTENT;
        Deadline deadline = random.nextInt(3) == 0 ? Deadline.absolute(Story.START.plusMillis(random.nextInt(300))) : Deadline.NONE;
        Operation operation = new Operation(contract, Optional.empty(), Optional.empty());
        return Story.binding(limits, order, deadline, operation, quote(random));
    }

    private static Quote quote(SplittableRandom random) {
        return random.nextInt(20) == 0
                ? new Quote(Bounds.INTEGER / 2, Bounds.INTEGER / 2, Bounds.INTEGER / 2)
                : new Quote(random.nextInt(10), random.nextInt(10), random.nextInt(10));
    }
}
