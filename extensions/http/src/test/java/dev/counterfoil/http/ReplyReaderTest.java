// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.EvidenceKind;
import dev.counterfoil.scheduler.dispatch.Answer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplyReaderTest {
    private final List<Reply> seen = new CopyOnWriteArrayList<>();

    private ReplyReader keeping(int most) {
        return new ReplyReader() {
            @Override
            public Answer read(Reply reply, Answer answer) {
                seen.add(reply);
                return answer;
            }

            @Override
            public int errorBytes() {
                return most;
            }
        };
    }

    private static Answer answered(String said, ReplyReader reader) throws Exception {
        try (HostileServer server = new HostileServer(visitor -> visitor.readRequest().say(said))) {
            return Call.soon(Call.plain().begun(new HttpDispatcher(Endpoint.of(server.url())).reading(reader)));
        }
    }

    @ParameterizedTest
    @CsvSource({"9, 4, whole", "4, 4, whole", "3, 4, none", "0, 4, none", "9, 5, none"})
    void the_body_of_an_error_is_there_when_it_is_asked_for_and_whole_and_never_changes_the_class(int most, int length, String body)
            throws Exception {
        Answer answer = answered("HTTP/1.1 400 No\r\nX: 1\r\nContent-Length: " + length + "\r\n\r\ntext", keeping(most));
        assertEquals("rejected_permanently refused status", AnswersTest.known(answer));
        assertEquals(body.equals("whole") ? Optional.of(Bytes.utf8("text")) : Optional.empty(), seen.get(0).content());
        assertEquals(400, seen.get(0).status());
        assertEquals(Optional.of("1"), seen.get(0).field("x"));
    }

    @Test
    void a_success_is_read_too_and_a_field_that_stands_twice_has_no_one_value() throws Exception {
        Answer answer = answered("HTTP/1.1 200 OK\r\nX: 1\r\nX: 2\r\nContent-Length: 4\r\n\r\ntext", keeping(0));
        assertEquals(Answer.completed("text"), answer);
        assertEquals(Optional.of(Bytes.utf8("text")), seen.get(0).content());
        assertEquals(Optional.empty(), seen.get(0).field("X"));
        assertEquals(List.of("1", "2"), seen.get(0).fields().get("x"));
        assertFalse(seen.get(0).toString().contains("text"));
    }

    @Test
    void a_reader_that_throws_takes_nothing_away() throws Exception {
        assertEquals(Answer.completed("text"), answered("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ntext", (reply, answer) -> {
            throw new IllegalStateException("no");
        }));
    }

    @Test
    void of_a_response_that_is_too_large_digest_and_length_are_kept_and_no_byte() throws Exception {
        try (HostileServer server = new HostileServer(
                visitor -> visitor.readRequest().say("HTTP/1.1 200 OK\r\n\r\n" + "x".repeat(20_000)).untilGone())) {
            Answer answer = Call.soon(Call.plain().responseBytes(10).begun(new HttpDispatcher(Endpoint.of(server.url()))));
            Answer.Finding kept = answer.findings().get(0);
            assertEquals(EvidenceKind.UNUSABLE_RESPONSE, kept.what());
            String said = kept.content().utf8();
            int bytes = Integer.parseInt(said.replaceAll(".*\"read_bytes\":(\\d+),.*", "$1"));
            assertEquals("{\"content_length\":null,\"read_bytes\":" + bytes + ",\"read_sha256\":\""
                    + Bytes.utf8("x".repeat(bytes)).content().sha256().hex() + "\"}", said);
        }
        Answer answer;
        try (HostileServer server = new HostileServer(
                visitor -> visitor.readRequest().say("HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n").untilGone())) {
            answer = Call.soon(Call.plain().responseBytes(10).begun(new HttpDispatcher(Endpoint.of(server.url()))));
        }
        assertEquals("{\"content_length\":11,\"read_bytes\":0,\"read_sha256\":\"" + Bytes.EMPTY.content().sha256().hex() + "\"}",
                answer.findings().get(0).content().utf8());
    }
}
