// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.fold;

import static dev.counterfoil.journal.record.OutcomeClass.COMPLETED_WITH_RESPONSE;
import static dev.counterfoil.journal.record.OutcomeClass.NOT_DISPATCHED;
import static dev.counterfoil.journal.record.OutcomeClass.REJECTED_BEFORE_PROCESSING;
import static dev.counterfoil.journal.record.OutcomeClass.REJECTED_PERMANENTLY;
import static dev.counterfoil.journal.record.OutcomeClass.UNCERTAIN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Cancellation;
import dev.counterfoil.journal.record.Charge;
import dev.counterfoil.journal.record.ClosingReason;
import dev.counterfoil.journal.record.ClosingReason.Ending;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Deadline;
import dev.counterfoil.journal.record.RefusalCode;
import dev.counterfoil.journal.record.Stamp;
import dev.counterfoil.journal.record.Usage;
import dev.counterfoil.journal.record.VerdictKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each rule of the grammar beside a story that keeps it and one that breaks it. */
class GrammarTest {
    private static final Story TRIED = Story.open().fresh();
    private static final Story SAFE = TRIED.outcome(NOT_DISPATCHED);
    private static final Story DOUBT = TRIED.outcome(UNCERTAIN);
    private static final long ANSWER_BYTES = Story.ANSWER.bytes();
    private static final Charge TWO_CALLS = new Charge(2, 0, 0, 0, 0, 0, List.of());
    private static final Charge NOTHING = new Charge(1, 0, 0, 0, 0, 0, List.of());
    private static final Charge HUGE = new Charge(1, Bounds.INTEGER, Bounds.INTEGER, 0, 0, 0, List.of());

    record Rule(String broken, Story good, Story bad) {
        @Override
        public String toString() {
            return broken;
        }
    }

    static Stream<Rule> rules() {
        return Stream.of(stamps(), intents(), kinds(), answers(), rest()).flatMap(rules -> rules);
    }

    private static Stream<Rule> stamps() {
        return Stream.of(
                new Rule("the first record is an opening", Story.open(), Story.blank().cancel()),
                new Rule("sequences have no gap", Story.open(), Story.open().and(stamp -> Story.open().records().get(0))),
                new Rule("sequences have no gap", Story.open().cancel(), stamped(new Stamp(2, Story.instant(2), 1))),
                new Rule("sequences have no gap", Story.open().cancel(), stamped(new Stamp(0, Story.instant(2), 1))),
                new Rule("instants do not decrease", stamped(new Stamp(1, Story.START, 1)), stamped(at(-1))),
                new Rule("epochs do not decrease", epochs(2, 2), epochs(2, 1)));
    }

    private static Stream<Rule> intents() {
        return Stream.of(
                new Rule("ordinals have no gap", TRIED, new Story(Story.open().records(), 1).fresh()),
                new Rule("ordinals have no gap", SAFE.retry(NOT_DISPATCHED), new Story(SAFE.records(), 0).retry(NOT_DISPATCHED)),
                new Rule("no intent follows a cancellation", TRIED.cancel(), Story.open().cancel().fresh()),
                new Rule("no intent follows a cancellation", SAFE.cancel(), SAFE.cancel().retry(NOT_DISPATCHED)),
                new Rule("no intent follows the tail doubt", DOUBT.verdict(VerdictKind.REDELIVER).redelivery(), DOUBT.redelivery()),
                new Rule("no intent follows the tail doubt", SAFE.retry(NOT_DISPATCHED), TRIED.retry(UNCERTAIN)),
                new Rule("no intent follows the tail permanent", SAFE.failover(NOT_DISPATCHED),
                        TRIED.outcome(REJECTED_PERMANENTLY).failover(REJECTED_PERMANENTLY)),
                new Rule("no intent follows the tail completed_in_time", SAFE.retry(NOT_DISPATCHED),
                        TRIED.outcome(COMPLETED_WITH_RESPONSE).retry(COMPLETED_WITH_RESPONSE)),
                new Rule("no intent follows the tail cleared_completed", DOUBT.verdict(VerdictKind.NOT_APPLIED).redelivery(),
                        DOUBT.verdict(VerdictKind.COMPLETED).redelivery()),
                new Rule("no intent follows the tail cleared_abandoned", DOUBT.verdict(VerdictKind.NOT_APPLIED).redelivery(),
                        DOUBT.verdict(VerdictKind.ABANDONED).redelivery()),
                new Rule("an intent's prior is the class of the attempt before it", SAFE.retry(NOT_DISPATCHED),
                        SAFE.retry(REJECTED_BEFORE_PROCESSING)),
                new Rule("an intent's prior is the class of the attempt before it", TRIED,
                        Story.open().intent(AttemptKind.FRESH, Optional.of(NOT_DISPATCHED), NOTHING)),
                new Rule("an intent's prior is the class of the attempt before it", TRIED.verdict(VerdictKind.REDELIVER).redelivery(),
                        TRIED.verdict(VerdictKind.REDELIVER).intent(AttemptKind.REDELIVERY, Optional.empty(), NOTHING)));
    }

    private static Stream<Rule> kinds() {
        return Stream.of(
                new Rule("no intent of kind fresh follows the tail safe_failure", SAFE.retry(NOT_DISPATCHED),
                        SAFE.intent(AttemptKind.FRESH, Optional.of(NOT_DISPATCHED), NOTHING)),
                new Rule("no intent of kind redelivery follows the tail safe_failure", SAFE.failover(NOT_DISPATCHED),
                        SAFE.intent(AttemptKind.REDELIVERY, Optional.of(NOT_DISPATCHED), NOTHING)),
                new Rule("no intent of kind failover follows the tail cleared_not_applied",
                        DOUBT.verdict(VerdictKind.NOT_APPLIED).redelivery(), DOUBT.verdict(VerdictKind.NOT_APPLIED).failover(UNCERTAIN)),
                new Rule("no intent of kind retry follows the tail cleared_redeliver",
                        DOUBT.verdict(VerdictKind.REDELIVER).redelivery(), DOUBT.verdict(VerdictKind.REDELIVER).retry(UNCERTAIN)),
                new Rule("no intent of kind retry follows the tail empty", TRIED,
                        Story.open().intent(AttemptKind.RETRY, Optional.empty(), NOTHING)),
                new Rule("an attempt is one call", Story.open().intent(AttemptKind.FRESH, Optional.empty(), NOTHING),
                        Story.open().intent(AttemptKind.FRESH, Optional.empty(), TWO_CALLS)));
    }

    private static Stream<Rule> answers() {
        return Stream.of(
                new Rule("an outcome is of the newest intent", SAFE, Story.open().outcome(NOT_DISPATCHED, Usage.UNKNOWN, 0)),
                new Rule("an outcome is of the newest intent", SAFE, SAFE.outcome(NOT_DISPATCHED)),
                new Rule("an outcome is of the newest intent", DOUBT.verdict(VerdictKind.REDELIVER),
                        TRIED.verdict(VerdictKind.REDELIVER).outcome(NOT_DISPATCHED)),
                new Rule("an outcome is of the newest intent", SAFE.retry(NOT_DISPATCHED).outcome(UNCERTAIN),
                        SAFE.retry(NOT_DISPATCHED).outcome(UNCERTAIN, Usage.UNKNOWN, 0)),
                new Rule("a response has no more bytes than its intent reserved", reserving(ANSWER_BYTES).outcome(COMPLETED_WITH_RESPONSE),
                        reserving(ANSWER_BYTES - 1).outcome(COMPLETED_WITH_RESPONSE)),
                new Rule("a verdict is on the newest attempt", DOUBT.verdict(VerdictKind.ABANDONED), SAFE.verdict(VerdictKind.ABANDONED)),
                new Rule("a verdict is on the newest attempt", TRIED.verdict(VerdictKind.ABANDONED),
                        TRIED.verdict(VerdictKind.ABANDONED).verdict(VerdictKind.ABANDONED)),
                new Rule("a verdict is on the newest attempt", SAFE.retry(NOT_DISPATCHED).verdict(VerdictKind.COMPLETED),
                        SAFE.retry(NOT_DISPATCHED).and(stamp -> Story.verdict(stamp, 0, VerdictKind.COMPLETED))));
    }

    private static Stream<Rule> rest() {
        return Stream.of(
                new Rule("an invocation has one cancellation", Story.open().cancel(), Story.open().cancel().cancel()),
                new Rule("evidence is about an attempt that was made", TRIED.evidence(0), TRIED.evidence(1)),
                new Rule("evidence is about an attempt that was made", Story.open().evidence(-1), Story.open().evidence(0)),
                new Rule("at most 64 pieces of evidence", evidence(TRIED, 0, 64), evidence(TRIED, 0, 65)),
                new Rule("at most 64 pieces of evidence", evidence(evidence(TRIED, 0, 64), -1, 64), evidence(TRIED, -1, 65)),
                new Rule("nothing but evidence follows a closing", closed().evidence(0), closed().cancel()),
                new Rule("nothing but evidence follows a closing", closed().evidence(-1), closed().close(RefusalCode.CALLS_EXHAUSTED)),
                new Rule("nothing but evidence follows a closing", closed(), closed().retry(NOT_DISPATCHED)),
                new Rule("totals stay within 64 bits", retries(HUGE, 512), retries(HUGE, 513)));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void a_rule_is_kept_by_one_story_and_broken_by_another(Rule rule) {
        assertInstanceOf(FoldStep.Folded.class, rule.good().fold());
        String broken = assertInstanceOf(FoldStep.Violation.class, rule.bad().fold()).rule();
        assertTrue(broken.contains(rule.broken()), broken);
        Story before = new Story(rule.bad().records().subList(0, rule.bad().records().size() - 1), 0);
        if (!before.records().isEmpty()) {
            assertInstanceOf(FoldStep.Folded.class, before.fold(), "the last record alone breaks it");
        }
    }

    @Test
    void each_tail_permits_its_own_closings_and_no_other() {
        Set<ClosingReason> refusals = new HashSet<>(Set.of(RefusalCode.values()));
        refusals.remove(RefusalCode.CANCELLED);
        Set<ClosingReason> refusedOrPermanent = new HashSet<>(refusals);
        refusedOrPermanent.add(Ending.PERMANENT);
        Story late = Story.open(Contract.NON_IDEMPOTENT, Deadline.absolute(Story.START)).fresh().outcome(COMPLETED_WITH_RESPONSE);
        assertEquals(refusals, closings(Story.open()));
        assertEquals(refusals, closings(SAFE));
        assertEquals(Set.of(RefusalCode.values()), closings(SAFE.cancel()), "cancelled, where somebody cancelled");
        assertEquals(refusals, closings(DOUBT.verdict(VerdictKind.REDELIVER)));
        assertEquals(refusedOrPermanent, closings(DOUBT.verdict(VerdictKind.NOT_APPLIED)));
        assertEquals(Set.of(Ending.COMPLETED), closings(TRIED.outcome(COMPLETED_WITH_RESPONSE)));
        assertEquals(Set.of(Ending.COMPLETED), closings(DOUBT.verdict(VerdictKind.COMPLETED)));
        assertEquals(Set.of(RefusalCode.DEADLINE_EXCEEDED), closings(late));
        assertEquals(Set.of(RefusalCode.CANCELLED), closings(TRIED.cancel().outcome(COMPLETED_WITH_RESPONSE)));
        assertEquals(Set.of(Ending.PERMANENT), closings(TRIED.outcome(REJECTED_PERMANENTLY)));
        assertEquals(Set.of(Ending.ABANDONED), closings(TRIED.verdict(VerdictKind.ABANDONED)));
        assertEquals(Set.of(), closings(TRIED));
        assertEquals(Set.of(), closings(DOUBT));
        assertEquals(Set.of(), closings(closed()));
    }

    @Test
    void an_invocation_holds_1024_attempts_and_not_one_more() {
        Story full = retries(NOTHING, Bounds.ATTEMPTS).outcome(NOT_DISPATCHED);
        assertEquals(1_024, full.state().attempts().count());
        FoldStep.Violation violation = assertInstanceOf(FoldStep.Violation.class, full.retry(NOT_DISPATCHED).fold());
        assertEquals("an invocation has at most 1024 attempts", violation.rule());
    }

    private static Set<ClosingReason> closings(Story story) {
        List<ClosingReason> reasons = new ArrayList<>(List.of(Ending.values()));
        reasons.addAll(List.of(RefusalCode.values()));
        Set<ClosingReason> permitted = new HashSet<>();
        for (ClosingReason reason : reasons) {
            if (story.close(reason).fold() instanceof FoldStep.Folded) {
                permitted.add(reason);
            }
        }
        return permitted;
    }

    static Story retries(Charge charge, int attempts) {
        Story story = Story.open().intent(AttemptKind.FRESH, Optional.empty(), charge);
        for (int i = 1; i < attempts; i++) {
            story = story.outcome(NOT_DISPATCHED).intent(AttemptKind.RETRY, Optional.of(NOT_DISPATCHED), charge);
        }
        return story;
    }

    private static Story reserving(long responseBytes) {
        return Story.open().intent(AttemptKind.FRESH, Optional.empty(), new Charge(1, 0, 0, 0, 0, responseBytes, List.of()));
    }

    private static Story closed() {
        return SAFE.close(RefusalCode.CALLS_EXHAUSTED);
    }

    private static Story evidence(Story story, int ordinal, int times) {
        Story more = story;
        for (int i = 0; i < times; i++) {
            more = more.evidence(ordinal);
        }
        return more;
    }

    private static Story stamped(Stamp stamp) {
        return Story.open().and(ignored -> new Cancellation(stamp, Optional.empty()));
    }

    private static Stamp at(long millis) {
        return new Stamp(1, Story.START.plusMillis(millis), 1);
    }

    private static Story epochs(long first, long second) {
        Story opened = Story.blank().and(
                stamp -> Story.opening(new Stamp(0, stamp.at(), first), Contract.NON_IDEMPOTENT, Deadline.NONE));
        return opened.and(stamp -> new Cancellation(new Stamp(1, stamp.at(), second), Optional.empty()));
    }
}
