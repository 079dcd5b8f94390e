// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.plan;

import static dev.counterfoil.cli.plan.ExtendedTimeTest.attempt;
import static dev.counterfoil.cli.plan.ExtendedTimeTest.retry;
import static dev.counterfoil.cli.plan.ExtendedTimeTest.timeout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The rules about chances, costs, budgets and repetitions beyond the published ones, each with its worked examples. */
class ExtendedDemandTest {
    private static final double CLOSE = 1e-12;
    private static final String PLAIN = "'times':3,'initialDelay':100,'jitter':false";

    @Test
    void failures_have_probabilities() {
        Answer three = Answer.to(retry("{'type':'attempt','duration':1,'failure':0.2}", PLAIN));
        assertEquals(0.992, three.number("success"), CLOSE);
        assertEquals(1.24, three.number("expectedAttempts"), CLOSE);
        Answer out = Answer.to(outage());
        assertEquals(0.9424, out.number("success"), CLOSE);
        assertEquals(1.328, out.number("expectedAttempts"), CLOSE);
    }

    @Test
    void what_fails_together_is_taken_together() {
        Answer both = Answer.to("{'type':'series','policies':[" + outage() + "," + outage() + "]}");
        assertEquals(0.9348608, both.number("success"), CLOSE);
        assertEquals(2.496576, both.number("expectedAttempts"), CLOSE);
    }

    private static String outage() {
        return retry("{'type':'attempt','duration':1,'failure':0.2,'outage':{'key':'region','q':0.05}}", PLAIN);
    }

    @Test
    void only_attempts_that_are_sure_to_end_count_within_the_limit() {
        Answer one = Answer.to(timeout(2000,
                retry("{'type':'attempt','duration':800,'failure':0.2}", "'times':4,'initialDelay':100,'jitter':false")));
        assertEquals(0.9984, one.number("success"), CLOSE);
        assertEquals(0.96, one.number("successWithinLimit"), CLOSE);
        Answer alone = Answer.to(timeout(700, "{'type':'attempt','duration':800,'failure':0.2}"));
        assertEquals(0, alone.number("successWithinLimit"));
    }

    @Test
    void a_hedge_makes_between_one_and_all_of_its_copies() {
        Answer hedge = Answer.to("{'type':'hedge','after':5,'max':3,'attempt':{'type':'attempt','duration':9,'failure':0.5}}");
        assertEquals(0.875, hedge.number("success"), CLOSE);
        assertEquals(1, hedge.number("expectedAttemptsAtLeast"), CLOSE);
        assertEquals(3, hedge.number("expectedAttempts"), CLOSE);
    }

    @Test
    void of_a_hedge_only_copies_count_that_are_sure_to_end() {
        String hedge = "{'type':'hedge','after':400,'max':3,'attempt':{'type':'attempt','duration':500,'failure':0.5}}";
        assertEquals(0.5, Answer.to(timeout(600, hedge)).number("successWithinLimit"));
        assertEquals(0.75, Answer.to(timeout(900, hedge)).number("successWithinLimit"));
        assertEquals(0.875, Answer.to(timeout(1300, hedge)).number("successWithinLimit"));
        assertEquals(0, Answer.to(timeout(499, hedge)).number("successWithinLimit"));
        String retried = "{'type':'hedge','after':400,'max':3,'attempt':"
                + retry("{'type':'attempt','duration':500,'failure':0.5}", "'times':2,'initialDelay':0") + "}";
        assertEquals(0.5, Answer.to(timeout(600, retried)).number("successWithinLimit"));
    }

    @Test
    void nodes_are_as_few_as_the_states_of_the_outages_are_many() {
        String attempt = "{'type':'attempt','duration':1}";
        Answer many = Answer.to("{'type':'series','policies':[" + outages(12) + (("," + attempt).repeat(4_100)) + "]}");
        assertEquals("invalid_outage", many.at("error"));
    }

    @Test
    void outages_are_few_and_have_one_probability() {
        String two = "{'type':'series','policies':[{'type':'attempt','duration':1,'outage':{'key':'a','q':0.1}},"
                + "{'type':'attempt','duration':1,'outage':{'key':'a','q':0.2}}]}";
        assertEquals("invalid_outage", Answer.to(two).at("error"));
        assertEquals("always", Answer.to(outages(12)).at("fits"));
        assertEquals("invalid_outage", Answer.to(outages(13)).at("error"));
    }

    private static String outages(int keys) {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < keys; i++) {
            all.append(i == 0 ? "" : ",").append("{'type':'attempt','duration':1,'outage':{'key':'k").append(i).append("','q':0.1}}");
        }
        return "{'type':'parallel','policies':[" + all + "]}";
    }

    @Test
    void attempts_cost_something() {
        String caller = retry("{'type':'attempt','duration':800,'failure':0.2,'cost':{'tokens':1200}}", PLAIN);
        Answer dear = Answer.to("{'type':'parallel','policies':[" + caller + "," + caller + "]}",
                "'costBudgets':[{'unit':'tokens','spent':3000,'limit':10000}]");
        assertEquals(7200, dear.number("costs.0.required"));
        assertEquals("exceeded", dear.at("costs.0.status"));
        assertEquals(2976, dear.number("costs.0.expectedCost"), 1e-9);
        assertTrue(dear.warns("cost_budget_exceeded", Map.of("budgetKey", "tokens", "required", 7200.0, "remaining", 7000.0)), dear.line());
        assertFalse(dear.isValid());
        String hedge = "{'type':'hedge','after':5,'max':2,'attempt':"
                + retry("{'type':'attempt','duration':800,'cost':{'tokens':1200}}", PLAIN) + "}";
        Answer paid = Answer.to(hedge, "'costBudgets':[{'unit':'tokens','spent':2000,'limit':10000}]");
        assertEquals(7200, paid.number("costs.0.required"));
        assertEquals("admissible", paid.at("costs.0.status"));
        assertTrue(paid.isValid());
        Answer unknown = Answer.to(hedge);
        assertTrue(unknown.warns("cost_budget_snapshot_missing"));
        assertFalse(unknown.isValid());
    }

    @Test
    void a_failover_tries_one_after_another() {
        Answer chain = Answer.to("{'type':'failover','policies':["
                + retry("{'type':'attempt','duration':800,'failure':0.2}", "'times':2,'initialDelay':100,'jitter':false")
                + ",{'type':'attempt','duration':1200,'failure':0.1}]}");
        assertEquals(2900, chain.number("upperBoundMs"));
        assertEquals(0.996, chain.number("success"), CLOSE);
        assertEquals(1.24, chain.number("expectedAttempts"), CLOSE);
        String three = attempt(300) + "," + attempt(500) + "," + attempt(700);
        Answer cut = Answer.to(timeout(1000, "{'type':'failover','policies':[" + three + "]}"));
        assertTrue(cut.warns("failover_exceeds_timeout", Map.of("estimatedMs", 1500.0, "limitMs", 1000.0)), cut.line());
        assertEquals(2, cut.number("repetitions.0.completeFit"));
        assertEquals(3, cut.number("repetitions.0.startFit"));
        assertEquals(200, cut.number("repetitions.0.unusedMs"));
        assertEquals("invalid_policy", Answer.to("{'type':'failover','policies':[]}").at("error"));
    }

    @Test
    void it_knows_how_much_runs_at_once_and_how_much_can_happen() {
        String retry = retry(attempt(800), "'times':4,'initialDelay':100,'jitter':false");
        Answer three = Answer.to(timeout(2000, "{'type':'parallel','policies':[" + retry + "," + retry + "," + retry + "]}"));
        assertEquals(9600, three.number("parallelWorkMs"));
        assertEquals(3, three.number("peakConcurrency"));
        assertEquals(6000, three.number("workWithinLimitMs"));
        Answer hedge = Answer.to(timeout(150, "{'type':'hedge','after':1,'max':3,'attempt':"
                + retry(attempt(100), "'times':3,'initialDelay':0,'jitter':false") + "}"));
        assertEquals(900, hedge.number("parallelWorkMs"));
        assertEquals(3, hedge.number("peakConcurrency"));
        assertEquals(450, hedge.number("workWithinLimitMs"));
    }

    @Test
    void nested_retries_multiply() {
        String nested = attempt(1);
        for (int i = 0; i < 3; i++) {
            nested = retry(nested, PLAIN + ",'retryBudget':'P'");
        }
        Answer layers = Answer.to(nested, "'maxAmplification':10");
        assertEquals(27, layers.number("amplification.retries"));
        assertEquals(List.of(3.0, 3.0, 3.0), layers.at("amplification.retryPath"));
        assertEquals(26, layers.number("retryBudgets.0.required"));
        assertTrue(layers.warns("retry_amplification", Map.of("path", List.of(3.0, 3.0, 3.0), "product", 27.0, "limit", 10.0)),
                layers.line());
        String hedge = "{'type':'hedge','after':1,'max':2,'attempt':" + retry(attempt(1), "'times':2") + "}";
        Answer few = Answer.to(hedge, "'maxAmplification':10");
        assertEquals(2, few.number("amplification.retries"));
        assertEquals(2, few.number("amplification.hedges"));
        assertEquals(4, few.number("amplification.calls"));
        assertFalse(few.warns("retry_amplification"));
    }

    @Test
    void a_budget_of_something_else_pays_for_no_retries() {
        String two = retry(attempt(1), PLAIN + ",'retryBudget':'P'");
        Answer tokens = Answer.to(two, "'retryBudgets':[{'key':'P','state':{'spent':0,'limit':5,'unit':'tokens'}}]");
        assertEquals("mismatched", tokens.at("retryBudgets.0.status"));
        assertTrue(tokens.warns("retry_budget_unit_mismatch"));
        assertFalse(tokens.isValid());
        for (String unit : List.of("7", "true", "{}", "['retries']", "''", "'Retries'")) {
            assertEquals("mismatched", Answer.to(two, "'retryBudgets':[{'key':'P','state':{'spent':0,'limit':5,'unit':" + unit + "}}]")
                    .at("retryBudgets.0.status"), unit);
        }
        for (String unit : List.of("null", "'retries'")) {
            assertEquals("admissible", Answer.to(two, "'retryBudgets':[{'key':'P','state':{'spent':0,'limit':5,'unit':" + unit + "}}]")
                    .at("retryBudgets.0.status"), unit);
        }
        assertTrue(Answer.to(retry(attempt(1), "'times':1,'retryBudget':'P'")).isValid());
    }

    @Test
    void a_budget_that_cannot_pay_says_what_would_help() {
        String two = retry(attempt(800), PLAIN + ",'retryBudget':'P'");
        Answer example = Answer.to("{'type':'parallel','policies':[" + two + "," + two + "]}",
                "'retryBudgets':[{'key':'P','state':{'spent':2,'limit':5,'unit':'retries'}}]");
        assertEquals("exceeded", example.at("retryBudgets.0.status"));
        assertEquals(1, example.number("retryBudgets.0.admittedCallers"));
        assertEquals(Map.of("limit", 6.0, "times", 2.0), example.at("retryBudgets.0.cures"));
        for (String limit : List.of("0.1", "4.1000000000000005")) {
            Answer fraction = Answer.to("{'type':'parallel','policies':[" + two + "," + two + "]}",
                    "'retryBudgets':[{'key':'P','state':{'spent':0.1,'limit':" + limit + "}}]");
            assertEquals(limit.equals("0.1") ? "exceeded" : "admissible", fraction.at("retryBudgets.0.status"), fraction.line());
            assertTrue(limit.equals("4.1000000000000005") || fraction.number("retryBudgets.0.cures.limit") == 4.1000000000000005,
                    fraction.line());
        }
    }

    @Test
    void one_member_that_only_they_know_has_the_extended_rules_applied() {
        String plain = PlanVectorsTest.answer("{\"policy\":{\"type\":\"attempt\",\"duration\":5}}");
        assertFalse(plain.contains("fits"), plain);
        String best = "{\"policy\":{\"type\":\"attempt\",\"duration\":5,\"best\":1}}";
        assertTrue(PlanVectorsTest.answer(best).contains("\"fits\":\"always\",\"lowerBoundMs\":1,"), PlanVectorsTest.answer(best));
        String published = "{\"policy\":{\"type\":\"attempt\",\"duration\":5,\"best\":\"?\"},\"options\":{\"rules\":\"published\"}}";
        assertEquals(plain, PlanVectorsTest.answer(published));
        assertTrue(PlanVectorsTest.answer(best.replace("1}", "6}")).contains("invalid_duration"));
    }
}
