// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.page;

import dev.counterfoil.cli.output.DamageText;
import dev.counterfoil.journal.chain.Chronicle;
import dev.counterfoil.journal.dump.JournalVisitor;
import dev.counterfoil.journal.dump.Listed;
import dev.counterfoil.journal.dump.ListedState;
import dev.counterfoil.journal.dump.Listing;
import dev.counterfoil.journal.dump.Replay;
import dev.counterfoil.journal.fold.Attempt;
import dev.counterfoil.journal.fold.InvocationState;
import dev.counterfoil.journal.fold.Tombstone;
import dev.counterfoil.journal.fold.Totals;
import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.InvocationId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the top of a page says before any invocation is shown: how many stand where, what they add up to, which are in doubt, what is
 * damaged. Keeps {@value #KEPT} of the doubts and damages, and the number of the others. Confined.
 */
public final class FirstLook implements JournalVisitor {
    static final int KEPT = 100;

    private final List<InvocationId> doubts = new ArrayList<>();
    private final List<String> damages = new ArrayList<>();
    private final Listing listing = new Listing(this::listed, pruned -> { }, this::damaged);
    private final Replay replay = new Replay(Optional.empty(), (id, damage) -> { });
    private Totals inDoubt = Totals.ZERO;

    @Override
    public void invocation(Chronicle chronicle) {
        listing.invocation(chronicle);
        replay.invocation(chronicle);
        if (chronicle.damage().isEmpty()) {
            inDoubt = Replay.sum(inDoubt, exposure(chronicle.soundState()));
        }
    }

    @Override
    public void pruned(Tombstone tombstone) {
        listing.pruned(tombstone);
        replay.pruned(tombstone);
    }

    @Override
    public void damage(Optional<InvocationId> id, Damage damage) {
        listing.damage(id, damage);
    }

    private static Totals exposure(InvocationState state) {
        return ListedState.of(state) == ListedState.UNCERTAIN
                ? state.attempts().newest().map(Attempt::exposure).orElse(Totals.ZERO) : Totals.ZERO;
    }

    private void listed(Listed listed) {
        if (listed.state() == ListedState.UNCERTAIN && doubts.size() < KEPT) {
            doubts.add(listed.id());
        }
    }

    private void damaged(Optional<InvocationId> id, Damage damage) {
        if (damages.size() < KEPT) {
            damages.add(DamageText.of(id, damage));
        }
    }

    /**
     * How many damages were met.
     *
     * @return the number, those of the whole journal too
     */
    public long damages() {
        return listing.damages();
    }

    Listing listing() {
        return listing;
    }

    /** What all attempts add up to. */
    Totals totals() {
        return replay.totals();
    }

    /** What the attempts in doubt add up to, one of each invocation. */
    Totals inDoubt() {
        return inDoubt;
    }

    /** The first of those in doubt, in the order of opening. */
    List<InvocationId> doubts() {
        return List.copyOf(doubts);
    }

    /** The first damages, in words. */
    List<String> damageTexts() {
        return List.copyOf(damages);
    }
}
