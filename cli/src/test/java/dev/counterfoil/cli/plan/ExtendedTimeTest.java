// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** The rules about time beyond the published ones, each with its worked examples. */
class ExtendedTimeTest {
    private static final String TERMS = "'times':4,'initialDelay':'100ms','factor':2,'jitter':false";

    /** The first published example, with more said of its attempt and of its retry. */
    private static String one(Object timeout, String attempt, String terms) {
        return timeout(timeout, retry("{'type':'attempt','duration':800" + attempt + "}", TERMS + terms));
    }

    @Test
    void a_best_case_tells_what_may_fit_from_what_never_does() {
        Answer maybe = Answer.to(one(2000, ",'best':300", ""));
        assertEquals("maybe", maybe.at("fits"));
        assertEquals(300, maybe.number("lowerBoundMs"));
        assertTrue(maybe.isValid());
        Answer never = Answer.to(timeout(250, "{'type':'series','policies':[{'type':'attempt','duration':400,'best':120},"
                + "{'type':'attempt','duration':400,'best':150}]}"));
        assertEquals("no", never.at("fits"));
        assertTrue(never.warns("never_fits", Map.of("bestMs", 270.0, "limitMs", 250.0)), never.line());
        assertFalse(never.isValid());
        assertEquals("always", Answer.to(one(3900, "", "")).at("fits"));
    }

    @Test
    void a_failover_is_hopeless_where_all_of_its_children_are() {
        String hopeless = timeout(1, "{'type':'attempt','duration':9,'best':2}");
        Answer one = Answer.to("{'type':'failover','policies':[" + hopeless + "," + attempt(5) + "]}");
        assertEquals("maybe", one.at("fits"));
        assertEquals("no", Answer.to("{'type':'failover','policies':[" + hopeless + "," + hopeless + "]}").at("fits"));
    }

    @Test
    void a_deadline_sees_the_time_that_passes_before_it() {
        Answer late = Answer.to("{'type':'series','policies':[" + attempt(900) + "," + deadline(1000, attempt(500)) + "]}");
        assertTrue(late.warns("deadline_infeasible_late", Map.of("estimatedMs", 500.0, "limitMs", 100.0, "latestStartMs", 900.0)),
                late.line());
        assertFalse(late.isValid());
        assertEquals(1400, late.number("upperBoundMs"));
        Answer again = Answer.to(retry(deadline(100, attempt(90)), "'times':5,'initialDelay':10,'jitter':false"));
        assertTrue(again.warns("deadline_infeasible_late", Map.of("estimatedMs", 90.0, "limitMs", 0.0, "latestStartMs", 510.0)),
                again.line());
    }

    @Test
    void below_a_timeout_nothing_starts_later_than_it_ends() {
        String inner = "{'type':'series','policies':[" + attempt(900) + "," + deadline(1000, attempt(500)) + "]}";
        Answer cut = Answer.to(timeout(400, inner));
        assertFalse(cut.warns("deadline_infeasible_late"), cut.line());
    }

    @Test
    void it_counts_the_attempts_that_fit() {
        Answer fits = Answer.to(one(2000, "", ""));
        assertEquals(4, fits.number("repetitions.0.declared"));
        assertEquals(2, fits.number("repetitions.0.completeFit"));
        assertEquals(3, fits.number("repetitions.0.startFit"));
        assertEquals(300, fits.number("repetitions.0.unusedMs"));
        assertTrue(fits.warns("attempts_unreachable", Map.of("declared", 4.0, "startFit", 3.0)), fits.line());
        Answer exact = Answer.to(one(1900, "", ""));
        assertEquals(2, exact.number("repetitions.0.completeFit"));
        assertEquals(2, exact.number("repetitions.0.startFit"));
        assertEquals(200, exact.number("repetitions.0.unusedMs"));
        assertEquals("null", Answer.to(retry(attempt(800), TERMS)).at("repetitions.0.unusedMs"));
    }

    @Test
    void it_lists_single_changes_that_would_be_enough() {
        Answer long800 = Answer.to(one(2000, "", ""));
        assertEquals(Map.of("times", 2.0, "limitMs", 3900.0, "limitAt", "$.policy", "attemptMs", 325.0), long800.at("repetitions.0.cures"));
        Answer long400 = Answer.to(timeout(2000, retry(attempt(400), TERMS)));
        assertEquals(57, long400.number("repetitions.0.cures.initialDelayMs"));
        Answer fits = Answer.to(one(3900, "", ""));
        assertEquals(Map.of(), fits.at("repetitions.0.cures"));
    }

    @Test
    void a_longer_limit_is_listed_where_no_other_limit_is_too_short() {
        String retry = retry(attempt(800), TERMS);
        Answer both = Answer.to(timeout(3000, timeout(2000, retry)));
        assertFalse(((Map<?, ?>) both.at("repetitions.0.cures")).containsKey("limitMs"), both.line());
        Answer behind = Answer.to(timeout(2000, "{'type':'series','policies':[" + attempt(900) + "," + retry + "]}"));
        assertEquals(4800, behind.number("repetitions.0.cures.limitMs"));
    }

    @Test
    void each_attempt_may_have_a_time_of_its_own() {
        Answer over = Answer.to(one(2000, "", ",'attemptTimeout':400"));
        assertTrue(over.warns("retry_exceeds_timeout", Map.of("estimatedMs", 2300.0, "limitMs", 2000.0)), over.line());
        Answer exactly = Answer.to(one(2000, "", ",'attemptTimeout':325"));
        assertEquals(2000, exactly.number("upperBoundMs"));
        assertEquals("always", exactly.at("fits"));
        Answer hopeless = Answer.to(retry("{'type':'attempt','duration':800,'best':300}", "'times':2,'attemptTimeout':250"));
        assertTrue(hopeless.warns("attempt_timeout_below_best", Map.of("bestMs", 300.0, "limitMs", 250.0)), hopeless.line());
        assertFalse(hopeless.isValid());
        assertEquals("no", hopeless.at("fits"));
    }

    @Test
    void a_server_s_wish_has_headroom() {
        String terms = "'times':3,'initialDelay':100,'jitter':false";
        assertEquals(700, Answer.to(timeout(2000, retry(attempt(200), terms))).number("repetitions.0.retryAfterHeadroomMs"));
        Answer obeys = Answer.to(timeout(2000, retry(attempt(200), terms + ",'retryAfterMax':500")));
        assertEquals(1600, obeys.number("upperBoundMs"));
        assertEquals("always", obeys.at("fits"));
        Answer over = Answer.to(timeout(2000, retry(attempt(200), terms + ",'retryAfterMax':1000")));
        assertTrue(over.warns("retry_exceeds_timeout", Map.of("estimatedMs", 2600.0, "limitMs", 2000.0)), over.line());
        assertEquals(700, over.number("repetitions.0.retryAfterHeadroomMs"));
        assertEquals("null", Answer.to(timeout(700, retry(attempt(200), terms))).at("repetitions.0.retryAfterHeadroomMs"));
    }

    @Test
    void tokens_are_waited_for() {
        String fifty = "{'type':'parallel','policies':[" + (attempt(200) + ",").repeat(49) + attempt(200) + "]}";
        Answer burst = Answer.to("{'type':'ratelimit','perSecond':20,'burst':10,'policy':" + fifty + "}");
        assertEquals(2200, burst.number("upperBoundMs"));
        assertEquals(2000, burst.number("lowerBoundMs"));
        assertTrue(burst.warns("rate_limit_dominates"), burst.line());
        Answer slow = Answer.to("{'type':'ratelimit','perSecond':0.5,'burst':1,'policy':"
                + retry(attempt(100), "'times':4,'backoff':'fixed','initialDelay':10,'jitter':false") + "}");
        assertEquals(6430, slow.number("upperBoundMs"));
    }

    /** Whatever the first run left, a later one may find no tokens; copies beside each other take from one bucket. */
    @Test
    void whatever_is_repeated_waits_for_all_of_its_tokens_each_time() {
        String rated = "{'type':'ratelimit','perSecond':0.001,'burst':1,'policy':" + attempt(1) + "}";
        assertEquals(1, Answer.to(rated).number("upperBoundMs"));
        assertEquals(3_000_003, Answer.to(retry(rated, "'times':3,'initialDelay':0,'jitter':false")).number("upperBoundMs"));
        String copies = "{'type':'hedge','after':0,'max':3,'attempt':" + rated + "}";
        assertEquals(2_000_001, Answer.to(copies).number("upperBoundMs"));
    }

    @Test
    void what_waits_for_tokens_has_less_time() {
        String rated = "{'type':'ratelimit','perSecond':0.5,'burst':1,'policy':"
                + retry(attempt(100), "'times':4,'backoff':'fixed','initialDelay':10,'jitter':false") + "}";
        Answer cut = Answer.to(timeout(2000, rated));
        assertEquals(0, cut.number("repetitions.0.completeFit"));
        assertEquals(6430, cut.number("repetitions.0.cures.limitMs"));
    }

    @Test
    void work_is_no_more_than_the_times_of_the_attempts_let_happen() {
        Answer each = Answer.to(retry(attempt(800), TERMS + ",'attemptTimeout':325"));
        assertEquals(2000, each.number("upperBoundMs"));
        assertEquals(1300, each.number("workWithinLimitMs"));
        assertEquals(3200, each.number("parallelWorkMs"));
    }

    @Test
    void a_longer_limit_makes_up_for_what_was_used_before() {
        Answer used = Answer.to(timeout(1000, "{'type':'series','policies':[" + attempt(1500) + ","
                + retry(attempt(100), "'times':3,'initialDelay':100,'jitter':false") + "]}"));
        assertEquals(2100, used.number("repetitions.0.cures.limitMs"));
        assertEquals("$.policy", used.at("repetitions.0.cures.limitAt"));
    }

    /** Sums of fractions round; a limit that is told is one with which all of it fits, and one that can be declared. */
    @Test
    void a_limit_that_is_told_is_enough_and_can_be_declared() {
        String linear = retry(attempt(7.247), "'times':6,'backoff':'linear','initialDelay':155.234,'maxDelay':200,'jitter':false");
        assertEquals(998.716, Answer.to(timeout(363.04, linear)).number("repetitions.0.cures.limitMs"));
        String days = retry("{'type':'attempt','duration':'10h'}", "'times':100,'jitter':false");
        Answer beyond = Answer.to(timeout("'1h'", days));
        assertFalse(((Map<?, ?>) beyond.at("repetitions.0.cures")).containsKey("limitMs"), beyond.line());
        assertTrue(((Map<?, ?>) Answer.to(deadline(1, days)).at("repetitions.0.cures")).containsKey("limitMs"));
    }

    @Test
    void an_attempt_is_not_told_to_be_shorter_than_its_best_case() {
        assertEquals(325, Answer.to(one(2000, ",'best':325", "")).number("repetitions.0.cures.attemptMs"));
        Answer best = Answer.to(one(2000, ",'best':400", ""));
        assertFalse(((Map<?, ?>) best.at("repetitions.0.cures")).containsKey("attemptMs"), best.line());
    }

    @Test
    void below_a_deadline_there_is_the_time_that_is_left_where_it_starts_as_late_as_it_may() {
        String late = "{'type':'series','policies':[" + attempt(900) + ","
                + deadline(1000, "{'type':'attempt','duration':500,'failure':0.1}") + "]}";
        assertEquals(0, Answer.to(late).number("successWithinLimit"));
        Answer again = Answer.to("{'type':'series','policies':[" + attempt(900) + ","
                + deadline(1000, retry(attempt(60), "'times':3,'initialDelay':0,'jitter':false")) + "]}");
        assertEquals(1, again.number("repetitions.0.completeFit"));
        assertEquals(1080, again.number("repetitions.0.cures.limitMs"));
    }

    @Test
    void what_chance_does_to_waits_is_a_range() {
        Answer equal = Answer.to(retry(attempt(800), "'times':4,'initialDelay':100,'jitterKind':'equal'"));
        assertEquals(Map.of("min", 350.0, "mean", 525.0, "max", 700.0), equal.at("repetitions.0.waitMs"));
        Answer full = Answer.to(retry(attempt(800), "'times':4,'initialDelay':100,'jitterKind':'full'"));
        assertEquals(Map.of("min", 0.0, "mean", 350.0, "max", 700.0), full.at("repetitions.0.waitMs"));
    }

    static String attempt(double millis) {
        return "{'type':'attempt','duration':" + millis + "}";
    }

    static String timeout(Object millis, String policy) {
        return "{'type':'timeout','timeout':" + millis + ",'policy':" + policy + "}";
    }

    static String retry(String attempt, String terms) {
        return "{'type':'retry','attempt':" + attempt + ",'retry':{" + terms + "}}";
    }

    private static String deadline(double left, String policy) {
        return "{'type':'deadline','now':5000,'deadlineAt':" + (5000 + left) + ",'policy':" + policy + "}";
    }
}
