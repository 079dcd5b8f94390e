// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.dump;

import dev.counterfoil.journal.canonical.Json;
import dev.counterfoil.journal.chain.Chronicle;
import dev.counterfoil.journal.chain.ScannedRecord;
import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.DamageReason;
import dev.counterfoil.journal.record.InvocationId;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * A journal as JSON objects, one a record, and one a damage: what {@code dump} prints. Members are flat and in a fixed order; what does
 * not apply is left out, what is unknown is null. Without payloads nothing but digests and lengths is told of bytes and keys. Confined.
 */
public final class DumpLines implements JournalVisitor {
    private final Payloads payloads;
    private final Consumer<Json.Members> to;

    /**
     * Lines for a consumer.
     *
     * @param payloads whether bytes and keys are shown
     * @param to takes each line as soon as it is made
     */
    public DumpLines(Payloads payloads, Consumer<Json.Members> to) {
        this.payloads = payloads;
        this.to = to;
    }

    @Override
    public void invocation(Chronicle chronicle) {
        for (ScannedRecord scanned : chronicle.records()) {
            to.accept(line(chronicle.id(), scanned));
        }
        chronicle.damage().ifPresent(damage -> to.accept(damageLine(
                Optional.of(chronicle.id()), placeOf(damage, chronicle.records().size()), damage)));
    }

    @Override
    public void damage(Optional<InvocationId> id, Damage damage) {
        to.accept(damageLine(id, OptionalLong.empty(), damage));
    }

    private Json.Members line(InvocationId id, ScannedRecord scanned) {
        Json.ObjectBuilder line = scanned.entry().record().match(new RecordMembers(id, scanned));
        if (payloads == Payloads.SHOWN) {
            PayloadMembers.add(line, scanned);
        }
        return line.build();
    }

    /** The row's own damage is at no record. */
    private static OptionalLong placeOf(Damage damage, int sound) {
        return damage.reason() == DamageReason.ANCHOR_DIFFERS ? OptionalLong.empty() : OptionalLong.of(sound);
    }

    private static Json.Members damageLine(Optional<InvocationId> id, OptionalLong sequence, Damage damage) {
        Json.ObjectBuilder line = Json.object()
                .put("record", "damage")
                .put("invocation", Json.text(id.map(InvocationId::value)));
        sequence.ifPresent(place -> line.put("sequence", place));
        return line.put("reason", damage.reason().code())
                .put("where", damage.where())
                .put("expected", Json.text(damage.expected()))
                .put("found", Json.text(damage.found()))
                .build();
    }
}
