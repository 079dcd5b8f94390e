// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal;

import dev.counterfoil.journal.chain.Chronicle;
import dev.counterfoil.journal.chain.Law;
import dev.counterfoil.journal.dump.JournalVisitor;
import dev.counterfoil.journal.dump.JournalWalk;
import dev.counterfoil.journal.dump.Verification;
import dev.counterfoil.journal.fold.Tombstone;
import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.store.JournalSource;
import dev.counterfoil.journal.store.Standing;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Verifies a whole journal before something is made of it. Confined. */
final class WholeCheck implements JournalVisitor {
    private final Law law;
    private final LongWork work;
    private final Verification verification;
    private long open;
    private boolean ended;

    WholeCheck(Law law, BiConsumer<Optional<InvocationId>, Damage> damaged, LongWork work) {
        this.law = law;
        this.work = work;
        this.verification = new Verification(damaged);
    }

    /** Whether it was read to its end and nothing is wrong. */
    boolean isSound(JournalSource source) {
        JournalWalk walk = new JournalWalk(source, law);
        long last = walk.lastNumber();
        walk.all(this, number -> goesOn(number, last));
        if (!ended) {
            walk.anchor(this);
        }
        return !ended && verification.damages() == 0;
    }

    private boolean goesOn(long number, long last) {
        ended = !work.goesOn(LongWork.Stage.VERIFYING, number, last);
        return !ended;
    }

    @Override
    public void invocation(Chronicle chronicle) {
        open += chronicle.row().standing() == Standing.OPEN ? 1 : 0;
        verification.invocation(chronicle);
    }

    @Override
    public void pruned(Tombstone tombstone) {
        verification.pruned(tombstone);
    }

    @Override
    public void damage(Optional<InvocationId> id, Damage damage) {
        verification.damage(id, damage);
    }

    Verification verification() {
        return verification;
    }

    long open() {
        return open;
    }
}
