// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.fuzz;

import dev.counterfoil.cli.output.DamageText;
import dev.counterfoil.fixtures.store.InMemoryCheckpointStore;
import dev.counterfoil.fixtures.world.SimulatedTime;
import dev.counterfoil.journal.chain.ChainScanner;
import dev.counterfoil.journal.chain.Chronicle;
import dev.counterfoil.journal.canonical.CompactWriter;
import dev.counterfoil.journal.dump.DumpLines;
import dev.counterfoil.journal.dump.DumpText;
import dev.counterfoil.journal.dump.Grouping;
import dev.counterfoil.journal.dump.JournalVisitor;
import dev.counterfoil.journal.dump.Listing;
import dev.counterfoil.journal.dump.Payloads;
import dev.counterfoil.journal.dump.Replay;
import dev.counterfoil.journal.dump.Verification;
import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.store.StoredInvocation;
import dev.counterfoil.journal.store.StoredRecord;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.admission.RecordedLaw;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Chains that a forger made: digests and counts are right, grammar, law or values need not be. Confined. */
final class ChainSurface implements Surface {
    private final List<StoredInvocation> honest = new ArrayList<>();
    private final List<StoredRecord> records;

    ChainSurface() {
        InMemoryCheckpointStore store = new InMemoryCheckpointStore();
        SimulatedTime time = new SimulatedTime(GoodInput.NOW);
        try (Counterfoil runtime = Counterfoil.settings().ownerWait(Duration.ZERO).time(time.wall(), time.ticker(), time.jumping())
                .over(store)) {
            HonestRuns.into(runtime);
            HonestRuns.IDS.forEach(id -> honest.add(store.read(new InvocationId(id)).orElseThrow()));
        }
        records = honest.stream().flatMap(each -> each.records().stream()).toList();
    }

    /** Every record that was written. */
    List<byte[]> bodies() {
        return records.stream().map(each -> each.body().toArray()).toList();
    }

    @Override
    public String name() {
        return "forged_chain";
    }

    @Override
    public int share() {
        return 60;
    }

    @Override
    public String attempt(Dice dice) {
        StoredInvocation forged = new Forger(dice, records).forge(dice.of(honest));
        Chronicle chronicle = ChainScanner.scan(forged, RecordedLaw.ADMISSION);
        shown(dice).invocation(chronicle);
        Optional<Damage> damage = chronicle.damage();
        damage.ifPresent(each -> Finding.unlessLines(DamageText.of(Optional.of(chronicle.id()), each)));
        return damage.map(each -> each.reason().code()).orElse("accepted");
    }

    private static JournalVisitor shown(Dice dice) {
        return switch (dice.below(5)) {
            case 0 -> new DumpLines(Payloads.HIDDEN, line -> Finding.unlessLines(CompactWriter.write(line)));
            case 1 -> new DumpText(Payloads.HIDDEN, line -> Finding.unless(!Canary.isIn(line.text()), "a payload in " + line.text()));
            case 2 -> new Listing(listed -> {}, pruned -> {}, (id, damage) -> Finding.unlessLines(DamageText.of(id, damage)));
            case 3 -> new Replay(Optional.of(dice.of(List.of(Grouping.values()))), (id, damage) -> {});
            default -> new Verification((id, damage) -> Finding.unlessLines(DamageText.of(id, damage)));
        };
    }
}
