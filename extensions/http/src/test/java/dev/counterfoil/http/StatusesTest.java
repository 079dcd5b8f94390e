// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.time.SystemTime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Every status there is, over a real connection each. */
class StatusesTest {
    private static final String HINT = "Retry-After: Sun, 06 Nov 1994 08:49:37 GMT\r\n";
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("1994-11-06T08:49:35Z"));

    /** An answer with the status that the request asks for. */
    private static void asked(HostileServer.Visitor visitor) throws IOException {
        visitor.readRequest();
        String status = new String(visitor.body(), StandardCharsets.US_ASCII);
        visitor.say("HTTP/1.1 " + status + " Some Words\r\n" + HINT);
        visitor.say(status.startsWith("1") ? "\r\nHTTP/1.1 200 OK\r\n" : "");
        visitor.say("Content-Length: 2\r\n\r\nok");
    }

    private static OutcomeClass undeclared(int status) {
        return switch (status) {
            case 429 -> OutcomeClass.PROVIDER_REPORTED_RETRYABLE;
            case 400, 401, 403, 404, 422 -> OutcomeClass.REJECTED_PERMANENTLY;
            case 101 -> OutcomeClass.UNCERTAIN;
            default -> status < 300 ? OutcomeClass.COMPLETED_WITH_RESPONSE : OutcomeClass.UNCERTAIN;
        };
    }

    private static String category(int status) {
        if (status == 429 || status == 503) {
            return "capacity_exceeded";
        }
        return status >= 400 && status < 500 ? "refused" : status >= 500 && status < 600 ? "provider_error" : "-";
    }

    @Test
    void each_status_has_its_class_and_whoever_does_not_succeed_is_heard_when_it_says_when_to_come_back() throws Exception {
        try (HostileServer server = new HostileServer(StatusesTest::asked)) {
            HttpDispatcher dispatcher = new HttpDispatcher(Endpoint.of(server.url()))
                    .in(new Surroundings(SystemTime.waiter(), CLOCK, Hosts.SYSTEM));
            int calls = 0;
            for (int status = 100; status < 620; status++) {
                Answer answer = Call.soon(
                        Call.plain().request(Bytes.utf8(Integer.toString(status))).begun(dispatcher));
                OutcomeClass known = undeclared(status);
                String rest = known == OutcomeClass.COMPLETED_WITH_RESPONSE ? " - -" : " " + category(status) + " status";
                assertEquals(known.code() + rest, AnswersTest.known(answer), "status " + status);
                assertEquals(known == OutcomeClass.COMPLETED_WITH_RESPONSE ? OptionalLong.empty() : OptionalLong.of(2_000),
                        answer.retryAfterMillis(), "hint of " + status);
                calls++;
            }
            server.end();
            assertEquals(calls, server.visitors().size());
        }
    }

    @Test
    void a_declared_list_comes_first_and_whatever_it_says_the_hint_is_heard() throws Exception {
        try (HostileServer server = new HostileServer(StatusesTest::asked)) {
            StatusClasses lists = StatusClasses.of(List.of(409, 302), List.of(404, 500), List.of(429));
            HttpDispatcher dispatcher = new HttpDispatcher(Endpoint.of(server.url()).statuses(lists))
                    .in(new Surroundings(SystemTime.waiter(), CLOCK, Hosts.SYSTEM));
            assertEquals("rejected_before_processing - status 302 2000", told(dispatcher, 302));
            assertEquals("rejected_before_processing refused status 409 2000", told(dispatcher, 409));
            assertEquals("provider_reported_retryable refused status 404 2000", told(dispatcher, 404));
            assertEquals("provider_reported_retryable provider_error status 500 2000", told(dispatcher, 500));
            assertEquals("rejected_permanently capacity_exceeded status 429 2000", told(dispatcher, 429));
            assertEquals("rejected_permanently refused status 400 2000", told(dispatcher, 400));
        }
    }

    private static String told(HttpDispatcher dispatcher, int status) throws Exception {
        Answer answer = Call.soon(
                Call.plain().request(Bytes.utf8(Integer.toString(status))).begun(dispatcher));
        String hint = answer.retryAfterMillis().isPresent() ? " " + answer.retryAfterMillis().getAsLong() : "";
        return AnswersTest.known(answer) + " " + status + hint;
    }
}
