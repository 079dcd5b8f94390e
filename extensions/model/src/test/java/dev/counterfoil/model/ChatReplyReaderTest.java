// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.http.Reply;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Content;
import dev.counterfoil.journal.record.EvidenceKind;
import dev.counterfoil.journal.record.FailureCategory;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.OutcomeReason;
import dev.counterfoil.journal.record.Usage;
import dev.counterfoil.scheduler.dispatch.Answer;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a reply adds to what its status says. */
final class ChatReplyReaderTest {
    private static final PriceTable PRICES = PriceTable.EMPTY
            .with("small", Price.perMillion(1_000_000, 2_000_000).cached(500_000))
            .with("large", Price.perMillion(10_000_000, 30_000_000))
            .with("dear", Price.perMillion(Bounds.INTEGER, Bounds.INTEGER));
    private static final ErrorCodes CODES = ErrorCodes.KNOWN.rejected("region_closed");
    private static final String ANSWER = "\"choices\":[{\"message\":{\"content\":\"blue\"}}]";

    private static Answer read(int status, String body, Answer byStatus) {
        Reply reply = new Reply(status, new TreeMap<>(), new Reply.Body.Whole(Bytes.utf8(body)));
        return new ChatReplyReader("small", PRICES, CODES).read(reply, byStatus);
    }

    private static Answer success(String body) {
        return read(200, body, Answer.completed(body));
    }

    private static Answer byStatus(OutcomeClass known) {
        Answer answer = switch (known) {
            case PROVIDER_REPORTED_RETRYABLE -> Answer.retryable();
            case REJECTED_BEFORE_PROCESSING -> Answer.rejected();
            case REJECTED_PERMANENTLY -> Answer.permanentlyRejected();
            default -> Answer.uncertain();
        };
        return answer.category(FailureCategory.CAPACITY_EXCEEDED).because(OutcomeReason.STATUS).retryAfter(Duration.ofSeconds(3));
    }

    @Test
    void a_completion_is_completed_and_what_it_used_has_its_price() {
        String body = "{" + ANSWER + ",\"model\":\"small\",\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":20,"
                + "\"prompt_tokens_details\":{\"cached_tokens\":4}}}";
        assertEquals(Answer.completed(body).used(Usage.of(10, 20, 6 + 2 + 40)), success(body));
    }

    @ParameterizedTest
    @CsvSource({"small, 30", "large, 350", "unknown, 30"})
    void A14_a_reply_is_priced_as_the_model_that_says_it_answered_where_that_has_a_price(String model, long micros) {
        String body = "{" + ANSWER + ",\"model\":\"" + model + "\",\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":10}}";
        long expected = model.equals("large") ? micros : 5 + 20;
        assertEquals(Answer.completed(body).used(Usage.of(5, 10, expected)), success(body));
    }

    @Test
    void usage_that_is_not_said_is_unknown_and_has_no_price() {
        assertEquals(Usage.UNKNOWN, success("{" + ANSWER + "}").usage());
        assertEquals(List.of(), success("{" + ANSWER + "}").findings());
        assertEquals(new Usage(OptionalLong.of(5), OptionalLong.empty(), OptionalLong.empty()),
                success("{" + ANSWER + ",\"usage\":{\"prompt_tokens\":5}}").usage());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "{\"fault\":\"not_a_count\",\"member\":\"prompt_tokens\"} | \"usage\":{\"prompt_tokens\":\"5\",\"completion_tokens\":6}",
        "{\"fault\":\"duplicate_member\",\"member\":\"\"} | \"usage\":{\"prompt_tokens\":5,\"prompt_tokens\":6}",
        "{\"fault\":\"lone_surrogate\",\"member\":\"\"} | \"a\":\"\\ud800\"",
    })
    void usage_that_is_not_sound_is_unknown_and_kept_as_evidence_and_the_response_stands(String evidence, String members) {
        String body = "{" + ANSWER + "," + members + "}";
        assertEquals(Answer.completed(body).keeping(EvidenceKind.MALFORMED_REPORT, Bytes.utf8(evidence)), success(body));
    }

    @Test
    void what_is_only_too_much_for_our_reader_stands_as_completed() {
        for (String much : List.of("[".repeat(300) + "]".repeat(300), "1".repeat(3_000), " ".repeat(ReplyJson.BYTES) + 1)) {
            String body = "{" + ANSWER + ",\"a\":" + much + "}";
            Answer answer = success(body);
            assertEquals(OutcomeClass.COMPLETED_WITH_RESPONSE, answer.outcomeClass());
            assertEquals(Usage.UNKNOWN, answer.usage());
            assertEquals(EvidenceKind.MALFORMED_REPORT, answer.findings().get(0).what());
        }
    }

    @Test
    void a_cost_beyond_what_can_be_observed_is_unknown_and_the_tokens_are_kept() {
        Answer answer = success("{" + ANSWER + ",\"model\":\"dear\",\"usage\":{\"prompt_tokens\":5000000,\"completion_tokens\":6}}");
        assertEquals(new Usage(OptionalLong.of(5_000_000), OptionalLong.of(6), OptionalLong.empty()), answer.usage());
        assertEquals("{\"fault\":\"too_large\",\"member\":\"cost\"}", answer.findings().get(0).content().utf8());
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", "<html>Please log in</html>", "blue", "null", "[]", "{", "{}", "{} {}", "{\"error\":{\"code\":\"insufficient_quota\"}}",
        "{\"choices\":null}", "{\"choices\":\"blue\"}",
    })
    void T122_a_success_that_is_no_completion_is_uncertain_and_its_body_is_kept(String body) {
        assertEquals(
                Answer.uncertain().category(FailureCategory.MALFORMED_RESPONSE).keeping(EvidenceKind.UNUSABLE_RESPONSE, Bytes.utf8(body)),
                success(body));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        // an account that is used up is no crowd that passes
        "REJECTED_PERMANENTLY | PROVIDER_REPORTED_RETRYABLE | {\"error\":{\"code\":\"insufficient_quota\",\"type\":\"x\"}}",
        "REJECTED_PERMANENTLY | PROVIDER_REPORTED_RETRYABLE | {\"error\":{\"code\":null,\"type\":\"insufficient_quota\"}}",
        "REJECTED_PERMANENTLY | PROVIDER_REPORTED_RETRYABLE | {\"object\":\"error\",\"code\":\"insufficient_quota\"}",
        "REJECTED_PERMANENTLY | REJECTED_BEFORE_PROCESSING | {\"error\":{\"code\":\"context_length_exceeded\"}}",
        "REJECTED_PERMANENTLY | REJECTED_PERMANENTLY | {\"error\":{\"code\":\"context_length_exceeded\"}}",
        "REJECTED_BEFORE_PROCESSING | PROVIDER_REPORTED_RETRYABLE | {\"error\":{\"code\":\"region_closed\"}}",
        "REJECTED_BEFORE_PROCESSING | REJECTED_PERMANENTLY | {\"error\":{\"code\":\"region_closed\"}}",
        // both: the one that is for good
        "REJECTED_PERMANENTLY | PROVIDER_REPORTED_RETRYABLE | {\"error\":{\"code\":\"region_closed\",\"type\":\"insufficient_quota\"}}",
        // the status alone
        "PROVIDER_REPORTED_RETRYABLE | PROVIDER_REPORTED_RETRYABLE | {\"error\":{\"code\":\"rate_limit_exceeded\"}}",
        "PROVIDER_REPORTED_RETRYABLE | PROVIDER_REPORTED_RETRYABLE | {\"error\":\"insufficient_quota\"}",
        "PROVIDER_REPORTED_RETRYABLE | PROVIDER_REPORTED_RETRYABLE | {\"error\":{\"message\":\"insufficient_quota\"}}",
        "PROVIDER_REPORTED_RETRYABLE | PROVIDER_REPORTED_RETRYABLE | {\"error\":{\"code\":\"Insufficient_Quota\"}}",
        "PROVIDER_REPORTED_RETRYABLE | PROVIDER_REPORTED_RETRYABLE | {\"error\":{\"code\":7}}",
        "PROVIDER_REPORTED_RETRYABLE | PROVIDER_REPORTED_RETRYABLE | {\"error\":{\"code\":\"insufficient_quota\",\"code\":1}}",
        "PROVIDER_REPORTED_RETRYABLE | PROVIDER_REPORTED_RETRYABLE | insufficient_quota",
        // what a status leaves open no code settles
        "UNCERTAIN | UNCERTAIN | {\"error\":{\"code\":\"insufficient_quota\"}}",
        "UNCERTAIN | UNCERTAIN | {\"error\":{\"code\":\"region_closed\"}}",
    })
    void A6_an_error_is(OutcomeClass expected, OutcomeClass known, String body) {
        Answer answer = read(429, body, byStatus(known));
        assertEquals(expected, answer.outcomeClass());
        assertEquals(OutcomeReason.STATUS, answer.reason().orElseThrow());
        if (expected == known && expected != OutcomeClass.REJECTED_PERMANENTLY) {
            assertEquals(byStatus(known), answer);
        } else {
            assertEquals(FailureCategory.REFUSED, answer.category().orElseThrow());
        }
    }

    @Test
    void A11_what_an_error_says_was_used_is_observed() {
        String body = "{\"error\":{},\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":1}}";
        Answer answer = read(500, body, byStatus(OutcomeClass.UNCERTAIN));
        assertEquals(byStatus(OutcomeClass.UNCERTAIN).used(Usage.of(5, 1, 7)), answer);
    }

    @Test
    void a_body_that_is_not_there_changes_nothing() {
        Answer known = byStatus(OutcomeClass.PROVIDER_REPORTED_RETRYABLE);
        Content nothing = Bytes.EMPTY.content();
        OptionalLong unsaid = OptionalLong.empty();
        for (Reply.Body body : List.of(
                new Reply.Body.Unread(), new Reply.Body.Cut(unsaid, nothing), new Reply.Body.Malformed(unsaid, nothing))) {
            assertEquals(known, new ChatReplyReader("small", PRICES, CODES).read(new Reply(429, new TreeMap<>(), body), known));
        }
    }

    @Test
    void no_body_makes_an_uncertain_answer_safe_and_none_is_too_hostile() {
        List<String> pieces = List.of("{", "}", "[", "]", ":", ",", "\"error\"", "\"code\"", "\"insufficient_quota\"", "\"choices\"",
                "\"usage\"", "\"prompt_tokens\"", "1e999999999", "-1", "99999999999999999999", "null", "\"\\ud800\"", "\u0000", " ",
                "\uFEFF");
        Set<OutcomeClass> fine = Set.of(OutcomeClass.COMPLETED_WITH_RESPONSE, OutcomeClass.UNCERTAIN);
        SplittableRandom random = new SplittableRandom(17);
        for (int i = 0; i < 5_000; i++) {
            StringBuilder body = new StringBuilder(random.nextInt(3) > 0 ? "{\"error\":{\"code\":" : "");
            random.ints(random.nextInt(12), 0, pieces.size()).forEach(pick -> body.append(pieces.get(pick)));
            assertTrue(fine.contains(success(body.toString()).outcomeClass()));
            assertEquals(OutcomeClass.UNCERTAIN, read(502, body.toString(), byStatus(OutcomeClass.UNCERTAIN)).outcomeClass());
            OutcomeClass limited = read(429, body.toString(), byStatus(OutcomeClass.PROVIDER_REPORTED_RETRYABLE)).outcomeClass();
            assertTrue(limited == OutcomeClass.PROVIDER_REPORTED_RETRYABLE || limited == OutcomeClass.REJECTED_PERMANENTLY);
        }
    }

    @Test
    void a_reply_is_read_for_its_texts() {
        String body = "{\"choices\":[{\"message\":{\"content\":\"blue\"},\"finish_reason\":\"stop\"},{\"message\":{\"content\":null}},7]}";
        ChatReply reply = ChatReply.read(Bytes.utf8(body)).orElseThrow();
        assertEquals("blue", reply.text().orElseThrow());
        assertEquals("stop", reply.choices().get(0).finish().orElseThrow());
        assertEquals(3, reply.choices().size());
        assertTrue(reply.choices().get(1).text().isEmpty() && reply.choices().get(2).text().isEmpty());
        assertTrue(!reply.toString().contains("blue"), reply.toString());
        assertTrue(ChatReply.read(Bytes.utf8("{\"choices\":[]}")).orElseThrow().text().isEmpty());
        assertTrue(ChatReply.read(Bytes.utf8("{}")).isEmpty() && ChatReply.read(Bytes.utf8("no")).isEmpty());
    }

    @Test
    void a_code_has_one_meaning_and_the_last_one_given() {
        ErrorCodes codes = ErrorCodes.KNOWN.rejected("insufficient_quota", "a").permanent("a");
        assertEquals(Set.of("insufficient_quota"), codes.rejected());
        assertTrue(codes.permanent().contains("a") && !codes.permanent().contains("insufficient_quota"));
    }
}
