// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.batch;

import dev.counterfoil.cli.output.DamageText;
import dev.counterfoil.journal.chain.Chronicle;
import dev.counterfoil.journal.dump.JournalVisitor;
import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.InvocationId;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

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
        String id = chronicle.id() + ": ";
        for (Acknowledgement each : memory.acknowledged(chronicle.id())) {
            promise = promise.or(() -> each.broken(chronicle).map(why -> id + why));
        }
        int intents = chronicle.soundState().attempts().count();
        for (int ordinal : memory.effectsOf(chronicle.id())) {
            if (ordinal >= intents) {
                effect = effect.or(() -> Optional.of(id + "attempt " + ordinal + " had an effect and has no intent"));
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
