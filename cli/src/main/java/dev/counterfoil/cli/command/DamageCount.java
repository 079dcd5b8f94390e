// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.journal.chain.Chronicle;
import dev.counterfoil.journal.dump.JournalVisitor;
import dev.counterfoil.journal.fold.Tombstone;
import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.InvocationId;
import java.util.Optional;

/** Counts damages and tombstones on their way to a printer. Confined. */
final class DamageCount implements JournalVisitor {
    private final JournalVisitor printer;
    private long damages;
    private long pruned;

    DamageCount(JournalVisitor printer) {
        this.printer = printer;
    }

    @Override
    public void invocation(Chronicle chronicle) {
        damages += chronicle.damage().isPresent() ? 1 : 0;
        printer.invocation(chronicle);
    }

    @Override
    public void pruned(Tombstone tombstone) {
        pruned++;
        printer.pruned(tombstone);
    }

    @Override
    public void damage(Optional<InvocationId> damaged, Damage damage) {
        damages++;
        printer.damage(damaged, damage);
    }

    long damages() {
        return damages;
    }

    long prunedCount() {
        return pruned;
    }
}
