// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.batch;

import dev.counterfoil.cli.output.DamageText;
import dev.counterfoil.journal.chain.Chronicle;
import dev.counterfoil.journal.dump.JournalVisitor;
import dev.counterfoil.journal.fold.Tombstone;
import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.InvocationId;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Is shown a journal, and finds the first thing that is wrong with it: damage before broken promises, promises before effects. Confined.
 */
public final class Judgement implements JournalVisitor {
    private final Memory memory;
    private final Set<InvocationId> seen = new HashSet<>();
    private Optional<String> damage = Optional.empty();
    private Optional<String> promise = Optional.empty();
    private Optional<String> effect = Optional.empty();

    /**
     * A judgement.
     *
     * @param memory what the journal must agree with
     */
    public Judgement(Memory memory) {
        this.memory = memory;
    }

    @Override
    public void damage(Optional<InvocationId> id, Damage found) {
        damage = damage.or(() -> Optional.of("damaged, " + DamageText.of(id, found)));
    }

    @Override
    public void invocation(Chronicle chronicle) {
        seen.add(chronicle.id());
        if (chronicle.damage().isPresent()) {
            damage(Optional.of(chronicle.id()), chronicle.damage().get());
            return;
        }
        held(chronicle.id(), each -> each.broken(chronicle), chronicle.soundState().attempts().count());
    }

    /** Each attempt of a pruned invocation was charged one call. */
    @Override
    public void pruned(Tombstone tombstone) {
        seen.add(tombstone.id());
        held(tombstone.id(), each -> each.broken(tombstone), tombstone.totals().calls());
    }

    private void held(InvocationId id, Function<Acknowledgement, Optional<String>> broken, long intents) {
        for (Acknowledgement each : memory.acknowledged(id)) {
            promise = promise.or(() -> broken.apply(each).map(why -> id + ": " + why));
        }
        for (int ordinal : memory.effectsOf(id)) {
            if (ordinal >= intents) {
                effect = effect.or(() -> Optional.of(id + ": attempt " + ordinal + " had an effect and has no intent"));
            }
        }
    }

    /**
     * What was found, once everything was shown.
     *
     * @return the reason, one line; empty where all is well
     */
    public Optional<String> reason() {
        for (InvocationId id : memory.invocations()) {
            if (!seen.contains(id) && !memory.acknowledged(id).isEmpty()) {
                promise = promise.or(() -> Optional.of(id + ": acknowledged, and not in the journal"));
            } else if (!seen.contains(id)) {
                effect = effect.or(() -> Optional.of(id + ": had an effect, and is not in the journal"));
            }
        }
        return damage.or(() -> promise).or(() -> effect);
    }
}
