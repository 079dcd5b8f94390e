// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.dump;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.chain.ChainScanner;
import dev.counterfoil.journal.chain.Chronicle;
import dev.counterfoil.journal.chain.Law;
import dev.counterfoil.journal.chain.TombstoneCheck;
import dev.counterfoil.journal.fold.Tombstone;
import dev.counterfoil.journal.fold.Totals;
import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.store.AnchorDifference;
import dev.counterfoil.journal.store.InvocationRow;
import dev.counterfoil.journal.store.JournalSource;
import dev.counterfoil.journal.store.Pruning;
import dev.counterfoil.journal.store.StoredInvocation;
import dev.counterfoil.journal.store.StoredRecord;
import dev.counterfoil.journal.store.StoredTombstone;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A walk meets every invocation once, there or pruned, in the order of opening, whatever others prune between any two of its reads. */
final class JournalWalkTest {
    private static final int INVOCATIONS = 700;

    /** A journal in which others prune before each read. */
    private static final class PrunedMeanwhile implements JournalSource {
        private final Random random;
        private final int share;
        private final List<StoredInvocation> invocations = new ArrayList<>();
        private final List<StoredTombstone> tombstones = new ArrayList<>();
        private int reads;

        PrunedMeanwhile(long seed, int share) {
            this.random = new Random(seed);
            this.share = share;
            for (int i = 1; i <= INVOCATIONS; i++) {
                invocations.add(Told.bare("invocation-" + i).fresh().completed(0).settled().stored(4L * i));
            }
            for (int i = 0; i < INVOCATIONS / 3; i++) {
                prune(invocations.get(random.nextInt(invocations.size())));
            }
        }

        private void prune(StoredInvocation stored) {
            Pruning pruning = TombstoneCheck.pruning(ChainScanner.scan(stored, Law.GRAMMAR_ONLY));
            invocations.remove(stored);
            tombstones.add(new StoredTombstone(stored.row().number(), stored.row().id(), pruning.expected(), pruning.digestSum(),
                    pruning.digest(), pruning.body()));
        }

        private <T> T seen(Supplier<T> read) {
            reads++;
            for (int i = random.nextInt(share); i > 0 && !invocations.isEmpty(); i--) {
                prune(invocations.get(random.nextInt(invocations.size())));
            }
            return read.get();
        }

        private Shelf shelf() {
            return new Shelf(invocations, List.of(),
                    tombstones.stream().sorted((one, other) -> Long.compare(one.number(), other.number())).toList());
        }

        @Override
        public Optional<StoredInvocation> read(InvocationId invocation) {
            return seen(() -> shelf().read(invocation));
        }

        @Override
        public Optional<InvocationRow> row(InvocationId invocation) {
            return seen(() -> shelf().row(invocation));
        }

        @Override
        public Optional<StoredRecord> last(InvocationId invocation) {
            return seen(() -> shelf().last(invocation));
        }

        @Override
        public List<InvocationRow> invocations(long after, int limit, Scope scope) {
            return seen(() -> shelf().invocations(after, limit, scope));
        }

        @Override
        public Optional<StoredTombstone> tombstone(InvocationId invocation) {
            return seen(() -> shelf().tombstone(invocation));
        }

        @Override
        public List<StoredTombstone> tombstones(long after, int limit) {
            return seen(() -> shelf().tombstones(after, limit));
        }

        @Override
        public List<AnchorDifference> checkAnchor() {
            return List.of();
        }

        @Override
        public void close() {}
    }

    /** The ids as they are shown, and the pruned ones among them. */
    private static final class Met implements JournalVisitor {
        private final List<String> all = new ArrayList<>();
        private long pruned;

        @Override
        public void invocation(Chronicle chronicle) {
            all.add(chronicle.id().value());
        }

        @Override
        public void pruned(Tombstone tombstone) {
            pruned++;
            all.add(tombstone.id().value());
        }

        @Override
        public void damage(Optional<InvocationId> id, Damage damage) {
            throw new AssertionError(id + ": " + damage);
        }
    }

    private static List<String> wanted() {
        return LongStream.rangeClosed(1, INVOCATIONS).mapToObj(i -> "invocation-" + i).toList();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void each_invocation_is_shown_once_in_the_order_of_opening_whatever_is_pruned_meanwhile(long seed) {
        Met met = new Met();
        new JournalWalk(new PrunedMeanwhile(seed, 4), Law.GRAMMAR_ONLY).all(met, JournalWalk.Progress.TO_THE_END);
        assertEquals(wanted(), met.all);
        assertTrue(met.pruned > INVOCATIONS / 3);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void totals_are_the_same_whatever_is_pruned_meanwhile(long seed) {
        Replay quiet = new Replay(Optional.of(Grouping.INVOCATION), (id, damage) -> {});
        new JournalWalk(new PrunedMeanwhile(seed, 1), Law.GRAMMAR_ONLY).all(quiet, JournalWalk.Progress.TO_THE_END);
        Replay busy = new Replay(Optional.of(Grouping.INVOCATION), (id, damage) -> {});
        new JournalWalk(new PrunedMeanwhile(seed, 5), Law.GRAMMAR_ONLY).all(busy, JournalWalk.Progress.TO_THE_END);
        assertEquals(INVOCATIONS, busy.invocations());
        assertEquals(quiet.totals(), busy.totals());
        assertEquals(quiet.groups(), busy.groups());
        assertNotEquals(Totals.ZERO, busy.totals());
    }

    @Test
    void a_walk_may_be_ended_behind_each_one_pruned_ones_too() {
        for (int wanted = 1; wanted <= 12; wanted++) {
            Met met = new Met();
            int end = wanted;
            new JournalWalk(new PrunedMeanwhile(9, 1), Law.GRAMMAR_ONLY).all(met, number -> met.all.size() < end);
            assertEquals(wanted().subList(0, wanted), met.all);
        }
    }

    @Test
    void tombstones_are_asked_for_once_a_page_and_not_for_each_invocation() {
        PrunedMeanwhile source = new PrunedMeanwhile(3, 1);
        new JournalWalk(source, Law.GRAMMAR_ONLY).all(new Met(), JournalWalk.Progress.TO_THE_END);
        assertTrue(source.reads < source.invocations.size() + 12, source.reads + " reads");
    }

    @Test
    void the_last_number_may_be_that_of_a_pruned_one() {
        PrunedMeanwhile source = new PrunedMeanwhile(3, 1);
        source.invocations.stream().filter(each -> each.row().number() > 4 * (INVOCATIONS - 5)).toList().forEach(source::prune);
        assertEquals(4 * INVOCATIONS, new JournalWalk(source, Law.GRAMMAR_ONLY).lastNumber());
    }
}
