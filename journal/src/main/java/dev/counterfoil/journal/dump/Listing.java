// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.dump;

import dev.counterfoil.journal.chain.Chronicle;
import dev.counterfoil.journal.fold.Tombstone;
import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.InvocationId;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Lists invocations and counts them by where they stand. A damaged one stands nowhere: it is reported, and counted apart. Confined. */
public final class Listing implements JournalVisitor {
    private final Consumer<Listed> to;
    private final Consumer<Tombstone> pruned;
    private final BiConsumer<Optional<InvocationId>, Damage> damaged;
    private final Map<ListedState, Long> counts = new EnumMap<>(ListedState.class);
    private long prunedCount;
    private long damages;
    private long damagedInvocations;

    /**
     * A list for consumers.
     *
     * @param to takes each sound invocation
     * @param pruned takes what is kept of each that was pruned
     * @param damaged takes the damage of each other one
     */
    public Listing(Consumer<Listed> to, Consumer<Tombstone> pruned, BiConsumer<Optional<InvocationId>, Damage> damaged) {
        this.to = to;
        this.pruned = pruned;
        this.damaged = damaged;
    }

    @Override
    public void invocation(Chronicle chronicle) {
        if (chronicle.damage().isPresent()) {
            damage(Optional.of(chronicle.id()), chronicle.damage().get());
            return;
        }
        Listed listed = Listed.of(chronicle.id(), chronicle.soundState());
        counts.merge(listed.state(), 1L, Long::sum);
        to.accept(listed);
    }

    @Override
    public void pruned(Tombstone tombstone) {
        prunedCount++;
        pruned.accept(tombstone);
    }

    @Override
    public void damage(Optional<InvocationId> id, Damage damage) {
        damages++;
        damagedInvocations += id.isPresent() ? 1 : 0;
        damaged.accept(id, damage);
    }

    /**
     * How many sound invocations stand somewhere.
     *
     * @param state where
     * @return the number
     */
    public long count(ListedState state) {
        return counts.getOrDefault(state, 0L);
    }

    /**
     * How many invocations were pruned.
     *
     * @return the number
     */
    public long prunedCount() {
        return prunedCount;
    }

    /**
     * How many invocations stand nowhere, because they are damaged.
     *
     * @return the number
     */
    public long damagedInvocations() {
        return damagedInvocations;
    }

    /**
     * How many damages were met, those of the whole journal too.
     *
     * @return the number
     */
    public long damages() {
        return damages;
    }
}
