// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.bench.micro;

import dev.counterfoil.fixtures.store.InMemoryCheckpointStore;
import dev.counterfoil.journal.chain.ChainScanner;
import dev.counterfoil.journal.chain.Chronicle;
import dev.counterfoil.journal.dump.JournalWalk;
import dev.counterfoil.journal.dump.Replay;
import dev.counterfoil.journal.fold.FoldStep;
import dev.counterfoil.journal.fold.JournalFold;
import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.Charge;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.JournalRecord;
import dev.counterfoil.journal.record.Opening;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.wire.Chain;
import dev.counterfoil.journal.wire.RecordCodec;
import dev.counterfoil.scheduler.admission.Admission;
import dev.counterfoil.scheduler.admission.AttemptRequest;
import dev.counterfoil.scheduler.admission.Decision;
import dev.counterfoil.scheduler.admission.Ledger;
import dev.counterfoil.scheduler.admission.RecordedLaw;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Functions of the core, for one record each: of the four that an invocation of one attempt has. Confined.
 */
@State(Scope.Benchmark)
public class CoreBenchmarks {
    private static final int RECORDS = 4;
    private static final int INVOCATIONS = 1_000;

    private final MemoryJournal journal = new MemoryJournal();
    private InMemoryCheckpointStore source = journal.source();
    private Optional<Chronicle> chronicle = Optional.empty();
    private List<JournalRecord> records = List.of();
    private List<byte[]> bodies = List.of();
    private Optional<Ledger> ledger = Optional.empty();
    private Optional<AttemptRequest> request = Optional.empty();
    private Instant now = Instant.EPOCH;

    /** Makes a journal in memory. */
    @Setup(Level.Trial)
    public void make() {
        for (int i = 0; i < INVOCATIONS; i++) {
            journal.run();
        }
        source = journal.source();
        Chronicle first = ChainScanner.scan(journal.first(), RecordedLaw.ADMISSION);
        if (first.damage().isPresent() || first.records().size() != RECORDS) {
            throw new IllegalStateException("another invocation than expected: " + first);
        }
        chronicle = Optional.of(first);
        records = first.records().stream().map(record -> record.entry().record()).toList();
        bodies = first.records().stream().map(record -> record.stored().body().toArray()).toList();
        Opening opening = (Opening) records.get(0);
        Intent intent = (Intent) records.get(1);
        Charge charge = intent.charge();
        now = intent.stamp().at();
        ledger = Optional.of(Ledger.of(opening.binding()));
        request = Optional.of(new AttemptRequest(AttemptKind.FRESH, intent.provider(), charge, Duration.ZERO, Duration.ZERO));
    }

    /** Ends the runtime that made it. */
    @TearDown(Level.Trial)
    public void end() {
        journal.close();
    }

    /**
     * A record to its canonical bytes.
     *
     * @param hole takes the bytes
     */
    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public void canonicalWrite(Blackhole hole) {
        for (JournalRecord record : records) {
            hole.consume(RecordCodec.encode(record));
        }
    }

    /**
     * Canonical bytes to their record, strictly.
     *
     * @param hole takes the records
     */
    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public void canonicalRead(Blackhole hole) {
        for (byte[] body : bodies) {
            hole.consume(RecordCodec.decode(body));
        }
    }

    /**
     * A link of the chain.
     *
     * @return the last digest
     */
    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public Sha256 chainDigest() {
        Sha256 digest = Sha256.ZERO;
        for (int i = 0; i < RECORDS; i++) {
            digest = Chain.digest(chronicle.orElseThrow().id(), i, digest, bodies.get(i));
        }
        return digest;
    }

    /**
     * A record folded into what is known.
     *
     * @return the last state
     */
    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public FoldStep fold() {
        FoldStep step = JournalFold.first(records.get(0));
        for (int i = 1; i < RECORDS; i++) {
            step = JournalFold.next(((FoldStep.Folded) step).state(), records.get(i));
        }
        return step;
    }

    /**
     * A decision on an attempt.
     *
     * @return admitted
     */
    @Benchmark
    public Decision admission() {
        return Admission.admit(ledger.orElseThrow(), request.orElseThrow(), now);
    }

    /**
     * A record of a journal in memory replayed: read strictly, its link checked, folded, its charge summed.
     *
     * @return the replay
     */
    @Benchmark
    @OperationsPerInvocation(RECORDS * INVOCATIONS)
    public Replay replay() {
        Replay replay = new Replay(Optional.empty(), (id, damage) -> {
            throw new IllegalStateException("damage: " + damage);
        });
        new JournalWalk(source, RecordedLaw.ADMISSION).all(replay, JournalWalk.Progress.TO_THE_END);
        return replay;
    }
}
