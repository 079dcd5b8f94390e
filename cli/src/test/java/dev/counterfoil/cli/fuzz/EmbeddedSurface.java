// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.fuzz;

import dev.counterfoil.journal.record.Account;
import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.BackoffKind;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.DoubtProfile;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Jitter;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.journal.record.Quote;
import dev.counterfoil.journal.record.Usage;
import dev.counterfoil.journal.wire.RecordTooLargeException;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.runner.Invocation;
import dev.counterfoil.scheduler.runner.RunOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Values that a host gives: at their borders and beyond. Refused with the exception that is documented, or run. Confined. */
final class EmbeddedSurface implements Surface {
    private static final List<Long> NUMBERS = List.of(
            0L, 1L, 2L, 3L, 5L, 999L, 1_000L, 1_000_000L, 1_000_001L, 1_024L, 1_025L, 1L << 26, (1L << 26) + 1, Bounds.OBSERVED,
            Bounds.INTEGER, Bounds.INTEGER - 1, Bounds.INTEGER + 1, -1L, -Bounds.INTEGER, Long.MAX_VALUE, Long.MIN_VALUE);
    private static final List<String> NAMES = List.of(
            "a", "b", "order-17", "", " ", "x".repeat(256), "x".repeat(257), "\u00e9".repeat(128), "\u00e9".repeat(129), "\u0000", "a\nb",
            "\u001b[2J", "\ud800", "\udc00\ud800", "\ud83d\ude00", "\u202e", "\u007f", "\u0085", "../x", "%s", "$");
    private static final List<Duration> DURATIONS = List.of(
            Duration.ZERO, Duration.ofNanos(1), Duration.ofMillis(1), Duration.ofNanos(1_500_000), Duration.ofDays(1),
            Duration.ofMillis(-1),
            Duration.ofMillis(Bounds.INTEGER), Duration.ofMillis(Bounds.INTEGER).plusNanos(1), Duration.ofSeconds(Long.MAX_VALUE),
            Duration.ofSeconds(Long.MIN_VALUE), Duration.ofMillis(Long.MAX_VALUE));
    private static final List<Instant> INSTANTS = List.of(
            Instant.EPOCH, GoodInput.NOW, GoodInput.NOW.plusMillis(1), GoodInput.NOW.plusNanos(1), Instant.MAX, Instant.MIN,
            Instant.ofEpochMilli(Bounds.INTEGER), Instant.ofEpochMilli(Bounds.INTEGER + 1), Instant.ofEpochMilli(-Bounds.INTEGER));
    private static final int LONG = 70_000;

    private final RunInMemory memory = new RunInMemory();

    @Override
    public String name() {
        return "embedded_values";
    }

    @Override
    public int share() {
        return 37;
    }

    @Override
    public String attempt(Dice dice) {
        Invocation invocation;
        try {
            invocation = invocation(dice);
        } catch (IllegalArgumentException refused) {
            Finding.unless(refused.getMessage() != null && !Canary.isIn(refused.getMessage()), "says: " + refused.getMessage());
            return "refused";
        }
        try {
            RunOutcome outcome = memory.run(invocation, dice);
            Finding.unless(!Canary.isIn(outcome.toString()), "a payload in " + outcome);
            return "accepted";
        } catch (RecordTooLargeException | IllegalArgumentException refused) {
            Finding.unless(!Canary.isIn(String.valueOf(refused.getMessage())), "says: " + refused.getMessage());
            return "refused_by_run";
        }
    }

    private static Invocation invocation(Dice dice) {
        Invocation.Builder builder = Invocation.of(dice.oneIn(3) ? name(dice) : "id-" + dice.below(1_000_000))
                .request(dice.oneIn(200) ? Bytes.of(new byte[Bounds.REQUEST_BYTES + dice.below(2)]) : Bytes.utf8(Canary.VALUE))
                .limit(Dimension.MAX_CALLS, dice.oneIn(3) ? number(dice) : 3);
        for (int i = dice.below(4); i > 0; i--) {
            setting(builder, dice);
        }
        for (int i = dice.oneIn(50) ? 255 + dice.below(3) : 1 + dice.below(2); i > 0; i--) {
            builder.provider(dice.oneIn(20) ? name(dice) : "p" + i, dispatch -> answer(dice));
        }
        return builder.build();
    }

    private static void setting(Invocation.Builder builder, Dice dice) {
        switch (dice.below(11)) {
            case 0 -> builder.limit(dice.of(List.of(Dimension.values())), number(dice));
            case 1 -> builder.deadline(dice.of(DURATIONS));
            case 2 -> builder.deadlineAt(dice.of(INSTANTS));
            case 3 -> builder.attemptTimeout(dice.of(DURATIONS));
            case 4 -> builder.quote(new Quote(number(dice), number(dice), number(dice)));
            case 5 -> builder.backoff(new Backoff(
                    dice.of(List.of(BackoffKind.values())), number(dice), number(dice), number(dice), dice.of(List.of(Jitter.values()))));
            case 6 -> builder.backoff(Backoff.fixed(dice.of(DURATIONS)));
            case 7 -> builder.operation(new Operation(
                    dice.of(List.of(Contract.values())), Optional.of(name(dice)),
                    Optional.of(dice.oneIn(2) ? Canary.VALUE : name(dice))));
            case 8 -> builder.accounts(Collections.nCopies(1 + dice.below(3), new Account(name(dice))));
            case 9 -> builder.parent(new InvocationId(name(dice))).doubt(dice.of(List.of(DoubtProfile.values())));
            default -> builder.configuration(Bytes.of(new byte[dice.below(LONG)])).confidentiality(name(dice));
        }
    }

    private static Answer answer(Dice dice) {
        Answer answer = RunInMemory.answer(dice);
        try {
            return switch (dice.below(4)) {
                case 0 -> answer.retryAfter(dice.of(DURATIONS));
                case 1 -> answer.used(Usage.of(number(dice), number(dice), number(dice)));
                default -> answer;
            };
        } catch (IllegalArgumentException refused) {
            return answer;
        }
    }

    private static long number(Dice dice) {
        return dice.of(NUMBERS);
    }

    private static String name(Dice dice) {
        return dice.of(NAMES);
    }

    @Override
    public void close() {
        memory.close();
    }
}
