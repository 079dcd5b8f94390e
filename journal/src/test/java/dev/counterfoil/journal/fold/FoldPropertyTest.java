// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.fold;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.Cancellation;
import dev.counterfoil.journal.record.Evidence;
import dev.counterfoil.journal.record.EvidenceKind;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.JournalRecord;
import dev.counterfoil.journal.record.Opening;
import dev.counterfoil.journal.record.Outcome;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.Stamp;
import dev.counterfoil.journal.record.Usage;
import dev.counterfoil.journal.record.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Properties of the fold over many stories. Not checked here, because the grammar alone cannot see it: a removed end (a shorter story is
 * a story), a removed evidence, cancellation or uncertain outcome whose successors were renumbered, a number changed in a charge. The
 * digest chain and the anchor find those.
 */
class FoldPropertyTest {
    /** Mutation testing tells fewer stories to each wrong fold. */
    private static final long SEEDS = Long.getLong("counterfoil.fold.seeds", 500);

    /** So many together reach everything. */
    private static final long ALL_SEEDS = 500;

    private interface Property {
        void check(Story story);
    }

    private static void forEachStory(Property property) {
        forEachStory(SEEDS, property);
    }

    private static void forEachStory(long seeds, Property property) {
        for (long seed = 0; seed < seeds; seed++) {
            try {
                property.check(Walk.of(seed));
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        }
    }

    @Test
    void every_walk_is_well_formed_and_together_they_reach_every_tail_and_state() {
        Set<Tail> tails = EnumSet.noneOf(Tail.class);
        Set<BusinessState> states = EnumSet.noneOf(BusinessState.class);
        Set<AttemptKind> kinds = EnumSet.noneOf(AttemptKind.class);
        forEachStory(ALL_SEEDS, story -> {
            for (int length = 1; length <= story.records().size(); length++) {
                InvocationState state = new Story(story.records().subList(0, length), 0).state();
                tails.add(state.tail());
                states.add(state.businessState());
            }
            story.state().attempts().toList().forEach(attempt -> kinds.add(attempt.intent().kind()));
        });
        assertEquals(EnumSet.allOf(Tail.class), tails);
        assertEquals(EnumSet.allOf(BusinessState.class), states);
        assertEquals(EnumSet.allOf(AttemptKind.class), kinds);
    }

    @Test
    void P4_folding_a_prefix_and_then_the_rest_is_folding_all() {
        forEachStory(story -> {
            List<JournalRecord> records = story.records();
            String all = describe(story.state());
            for (int cut = 1; cut < records.size(); cut++) {
                FoldStep prefix = Story.fold(records.subList(0, cut));
                String before = describe(((FoldStep.Folded) prefix).state());
                FoldStep whole = Story.fold(prefix, records.subList(cut, records.size()));
                assertEquals(all, describe(((FoldStep.Folded) whole).state()), "cut at " + cut);
                assertEquals(before, describe(((FoldStep.Folded) prefix).state()), "the prefix's state was changed");
            }
        });
    }

    @Test
    void P4_totals_are_the_sum_of_the_attempts_exposures_and_of_the_records() {
        forEachStory(story -> {
            InvocationState state = story.state();
            Totals sum = state.attempts().toList().stream().map(Attempt::exposure).reduce(Totals.ZERO, Totals::plus);
            assertEquals(sum, state.totals());
            assertEquals(recomputed(story.records()), state.totals());
        });
    }

    @Test
    void P3_no_record_lowers_a_total() {
        forEachStory(story -> {
            Totals before = Totals.ZERO;
            for (int length = 1; length <= story.records().size(); length++) {
                Totals now = ((FoldStep.Folded) Story.fold(story.records().subList(0, length))).state().totals();
                assertTrue(isAtLeast(now, before), before + " then " + now);
                before = now;
            }
        });
    }

    @Test
    void evidence_added_anywhere_changes_no_answer() {
        forEachStory(story -> {
            for (int at = 1; at <= story.records().size(); at++) {
                InvocationState before = ((FoldStep.Folded) Story.fold(story.records().subList(0, at))).state();
                OptionalInt about = before.attempts().count() == 0
                        ? OptionalInt.empty()
                        : OptionalInt.of(before.attempts().count() - 1);
                Stamp stamp = before.next(before.last().at(), before.last().epoch());
                FoldStep noted = JournalFold.next(
                        before, new Evidence(stamp, about, EvidenceKind.LATE_OUTCOME, Story.ANSWER));
                assertEquals(answers(before), answers(((FoldStep.Folded) noted).state()), "evidence after record " + (at - 1));
            }
        });
    }

    @Test
    void a_record_removed_from_before_the_end_is_a_violation() {
        forEachStory(story -> {
            for (int i = 0; i < story.records().size() - 1; i++) {
                violates(without(story.records(), i), "removed " + i);
            }
        });
    }

    @Test
    void a_record_removed_and_the_rest_renumbered_is_a_violation_where_another_leans_on_it() {
        forEachStory(story -> {
            List<JournalRecord> records = story.records();
            for (int i = 0; i < records.size(); i++) {
                if (isLeantOn(records, i)) {
                    violates(Edit.renumbered(without(records, i)), "removed " + i);
                }
            }
        });
    }

    @Test
    void a_record_told_twice_is_a_violation_and_renumbered_it_still_is_unless_it_is_evidence() {
        forEachStory(story -> {
            for (int i = 0; i < story.records().size(); i++) {
                List<JournalRecord> twice = new ArrayList<>(story.records());
                twice.add(i, twice.get(i));
                violates(twice, "twice " + i);
                if (!(twice.get(i) instanceof Evidence)) {
                    violates(Edit.renumbered(twice), "twice and renumbered " + i);
                }
            }
        });
    }

    @Test
    void two_neighbours_swapped_are_a_violation_and_renumbered_they_still_are_unless_one_may_stand_anywhere() {
        forEachStory(story -> {
            for (int i = 0; i < story.records().size() - 1; i++) {
                List<JournalRecord> swapped = new ArrayList<>(story.records());
                Collections.swap(swapped, i, i + 1);
                violates(swapped, "swapped " + i);
                if (!mayStandAnywhere(swapped.get(i)) && !mayStandAnywhere(swapped.get(i + 1))) {
                    violates(Edit.renumbered(swapped), "swapped and renumbered " + i);
                }
            }
        });
    }

    @Test
    void a_changed_ordinal_is_a_violation_unless_evidence_names_another_attempt_that_was_made() {
        forEachStory(story -> {
            for (int i = 0; i < story.records().size(); i++) {
                JournalRecord record = story.records().get(i);
                if (record instanceof Intent || record instanceof Outcome || record instanceof Verdict) {
                    violates(with(story.records(), i, Edit.shifted(record, 1)), "ordinal " + i);
                    violates(with(story.records(), i, Edit.shifted(record, 1_000)), "ordinal " + i);
                } else if (record instanceof Evidence evidence && evidence.ordinal().isPresent()) {
                    violates(with(story.records(), i, Edit.shifted(record, story.attempts())), "ordinal " + i);
                }
            }
        });
    }

    @Test
    void a_changed_sequence_an_earlier_instant_and_a_lower_epoch_are_violations() {
        forEachStory(story -> {
            for (int i = 1; i < story.records().size(); i++) {
                JournalRecord record = story.records().get(i);
                Stamp stamp = record.stamp();
                for (long sequence : new long[] {0, i - 1, i + 1, i + 1_000_000}) {
                    violates(with(story.records(), i, Edit.stamped(record, new Stamp(sequence, stamp.at(), 1))), "sequence " + i);
                }
                Stamp earlier = new Stamp(i, Story.instant(i - 1).minusMillis(1), 1);
                violates(with(story.records(), i, Edit.stamped(record, earlier)), "instant " + i);
                if (i < story.records().size() - 1) {
                    Stamp higher = new Stamp(i, stamp.at(), 2);
                    violates(with(story.records(), i, Edit.stamped(record, higher)), "the epoch after " + i);
                }
            }
        });
    }

    private static boolean mayStandAnywhere(JournalRecord record) {
        return record instanceof Evidence || record instanceof Cancellation;
    }

    /** Whether a later record is well formed only because this one is there. */
    private static boolean isLeantOn(List<JournalRecord> records, int index) {
        JournalRecord record = records.get(index);
        if (record instanceof Opening) {
            return records.size() > 1;
        }
        boolean uncertain = record instanceof Outcome outcome && outcome.outcomeClass() == OutcomeClass.UNCERTAIN;
        if (mayStandAnywhere(record) || uncertain) {
            return false;
        }
        return records.subList(index + 1, records.size()).stream().anyMatch(later -> !mayStandAnywhere(later));
    }

    private static void violates(List<JournalRecord> records, String what) {
        if (!records.isEmpty()) {
            assertInstanceOf(FoldStep.Violation.class, Story.fold(records), what);
        }
    }

    private static List<JournalRecord> without(List<JournalRecord> records, int index) {
        List<JournalRecord> fewer = new ArrayList<>(records);
        fewer.remove(index);
        return fewer;
    }

    private static List<JournalRecord> with(List<JournalRecord> records, int index, JournalRecord instead) {
        List<JournalRecord> changed = new ArrayList<>(records);
        changed.set(index, instead);
        return changed;
    }

    private static String describe(InvocationState state) {
        return String.join("\n", state.last().toString(), answers(state), new TreeMap<>(state.evidence()).toString());
    }

    /** Everything that a decision may look at. */
    private static String answers(InvocationState state) {
        return String.join(
                "\n",
                state.attempts().toString(),
                state.totals().toString(),
                state.tail() + " " + state.businessState() + " " + state.lateness() + " " + state.responseDigest(),
                state.retriesAtProvider() + " " + state.hasOpenRedelivery(),
                state.cancellation() + " " + state.closing(),
                state.opening().toString());
    }

    private static boolean isAtLeast(Totals now, Totals before) {
        return now.calls() >= before.calls()
                && now.retries() >= before.retries()
                && now.failovers() >= before.failovers()
                && now.contextTokens() >= before.contextTokens()
                && now.outputTokens() >= before.outputTokens()
                && now.costMicros() >= before.costMicros()
                && now.requestBytes() >= before.requestBytes()
                && now.responseBytesReserved() >= before.responseBytesReserved();
    }

    /** By the rule itself, exposure = max(reserved, observed), and from the records only. */
    private static Totals recomputed(List<JournalRecord> records) {
        long[] sum = new long[8];
        for (JournalRecord record : records) {
            if (record instanceof Intent intent) {
                sum[0]++;
                sum[1] += intent.kind() == AttemptKind.RETRY || intent.kind() == AttemptKind.REDELIVERY ? 1 : 0;
                sum[2] += intent.kind() == AttemptKind.FAILOVER ? 1 : 0;
                Usage told = told(records, intent.ordinal());
                sum[3] += exposure(intent.charge().contextTokens(), told.contextTokens());
                sum[4] += exposure(intent.charge().outputTokens(), told.outputTokens());
                sum[5] += exposure(intent.charge().costMicros(), told.costMicros());
                sum[6] += intent.charge().requestBytes();
                sum[7] += intent.charge().responseBytes();
            }
        }
        return new Totals(sum[0], sum[1], sum[2], sum[3], sum[4], sum[5], sum[6], sum[7]);
    }

    private static long exposure(long reserved, OptionalLong observed) {
        return Math.max(reserved, observed.orElse(0));
    }

    private static Usage told(List<JournalRecord> records, int ordinal) {
        for (JournalRecord record : records) {
            if (record instanceof Outcome outcome && outcome.ordinal() == ordinal) {
                return outcome.observed();
            }
        }
        return Usage.UNKNOWN;
    }
}
