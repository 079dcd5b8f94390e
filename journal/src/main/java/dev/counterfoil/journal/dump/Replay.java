// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.dump;

import dev.counterfoil.journal.chain.Chronicle;
import dev.counterfoil.journal.fold.Attempt;
import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.fold.Tombstone;
import dev.counterfoil.journal.fold.Totals;
import dev.counterfoil.journal.record.Account;
import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.InvocationId;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/**
 * Rebuilds totals from records alone. Every number is the fold's; nothing is computed a second way. Of a damaged invocation the sound
 * records before the damage count: what they charged was charged. Keeps one sum a group. Confined.
 */
public final class Replay implements JournalVisitor {
    /** Greatest sum over invocations, which no invocation alone reaches: two such numbers still fit a {@code long}. */
    public static final long MOST = Long.MAX_VALUE / 2;

    private final Optional<Grouping> by;
    private final BiConsumer<Optional<InvocationId>, Damage> damaged;
    private final Map<String, Sum> sums;
    private final Map<ListedState, Long> counts = new HashMap<>();
    private Totals totals = Totals.ZERO;
    private long invocations;
    private long damages;

    /**
     * A replay.
     *
     * @param by by what totals are split; empty for no groups
     * @param damaged takes each damage
     */
    public Replay(Optional<Grouping> by, BiConsumer<Optional<InvocationId>, Damage> damaged) {
        this.by = by;
        this.damaged = damaged;
        // Invocations stay in the order of opening; the others have an order of their own.
        this.sums = by.equals(Optional.of(Grouping.INVOCATION)) ? new LinkedHashMap<>() : new TreeMap<>();
    }

    /**
     * Totals over several invocations. No number of invocations and no report of a provider makes a sum fail: what is beyond
     * {@link #MOST} stays there.
     *
     * @param some totals of some
     * @param others totals of others
     * @return the sums
     */
    public static Totals sum(Totals some, Totals others) {
        return new Totals(
                capped(some.calls(), others.calls()),
                capped(some.retries(), others.retries()),
                capped(some.failovers(), others.failovers()),
                capped(some.contextTokens(), others.contextTokens()),
                capped(some.outputTokens(), others.outputTokens()),
                capped(some.costMicros(), others.costMicros()),
                capped(some.requestBytes(), others.requestBytes()),
                capped(some.responseBytesReserved(), others.responseBytesReserved()));
    }

    private static long capped(long one, long other) {
        return Math.min(MOST, Math.min(MOST, one) + Math.min(MOST, other));
    }

    /** A group's sum so far. */
    private record Sum(long invocations, Totals totals) {
        static final Sum NONE = new Sum(0, Totals.ZERO);

        Sum with(Totals more) {
            return new Sum(invocations + 1, sum(totals, more));
        }
    }

    @Override
    public void invocation(Chronicle chronicle) {
        invocations++;
        chronicle.state().ifPresent(state -> add(chronicle.id(), state));
        chronicle.damage().ifPresent(damage -> damage(Optional.of(chronicle.id()), damage));
    }

    /** What was charged stays charged: a pruned invocation is in the totals, and in the only group that a tombstone can name, its own. */
    @Override
    public void pruned(Tombstone tombstone) {
        invocations++;
        totals = sum(totals, tombstone.totals());
        if (by.equals(Optional.of(Grouping.INVOCATION))) {
            sums.put(tombstone.id().value(), sums.getOrDefault(tombstone.id().value(), Sum.NONE).with(tombstone.totals()));
        }
    }

    @Override
    public void damage(Optional<InvocationId> id, Damage damage) {
        damages++;
        damaged.accept(id, damage);
    }

    private void add(InvocationId id, InvocationState state) {
        counts.merge(ListedState.of(state), 1L, Long::sum);
        totals = sum(totals, state.totals());
        by.ifPresent(grouping -> parts(grouping, id, state)
                .forEach((key, part) -> sums.put(key, sums.getOrDefault(key, Sum.NONE).with(part))));
    }

    private static Map<String, Totals> parts(Grouping grouping, InvocationId id, InvocationState state) {
        if (grouping == Grouping.INVOCATION) {
            return Map.of(id.value(), state.totals());
        }
        Map<String, Totals> parts = new TreeMap<>();
        for (Attempt attempt : state.attempts().toList()) {
            keys(grouping, attempt.intent()).forEach(key -> parts.merge(key, attempt.exposure(), Totals::plus));
        }
        return parts;
    }

    private static Set<String> keys(Grouping grouping, Intent intent) {
        return switch (grouping) {
            case PROVIDER -> Set.of(intent.provider().value());
            case ACCOUNT -> intent.charge().accounts().stream().map(Account::value).collect(Collectors.toSet());
            case DAY -> Set.of(LocalDate.ofInstant(intent.stamp().at(), ZoneOffset.UTC).toString());
            case INVOCATION -> Set.of();
        };
    }

    /**
     * How many invocations were met, damaged and pruned ones too.
     *
     * @return the number
     */
    public long invocations() {
        return invocations;
    }

    /**
     * How many of them stand somewhere.
     *
     * @param state where
     * @return the number
     */
    public long count(ListedState state) {
        return counts.getOrDefault(state, 0L);
    }

    /**
     * How many damages were met.
     *
     * @return the number
     */
    public long damages() {
        return damages;
    }

    /**
     * What all attempts add up to.
     *
     * @return the totals
     */
    public Totals totals() {
        return totals;
    }

    /**
     * The parts: invocations in the order of opening, the others in the order of their keys.
     *
     * @return the groups; none where nothing is split
     */
    public List<ReplayGroup> groups() {
        return sums.entrySet().stream()
                .map(sum -> new ReplayGroup(by.orElseThrow(), sum.getKey(), sum.getValue().invocations(), sum.getValue().totals()))
                .toList();
    }
}
