// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.OutcomeReason;
import dev.counterfoil.scheduler.dispatch.Answer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A request in an endpoint's own words is sent where it is no longer than what is charged, and else nothing is. */
class RequestWriterTest {
    private static Answer answered(HostileServer server, RequestWriter writer) throws Exception {
        return Call.soon(Call.plain().begun(new HttpDispatcher(Endpoint.of(server.url())).writing(writer)));
    }

    private static HostileServer obliging() throws Exception {
        return new HostileServer(visitor -> visitor.readRequest().say("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ntext"));
    }

    @Test
    void what_is_written_is_sent_with_its_own_length() throws Exception {
        for (int length : new int[] {0, 1, Call.REQUEST.size()}) {
            try (HostileServer server = obliging()) {
                assertEquals(Answer.completed("text"), answered(server, request -> Optional.of(Bytes.utf8("x".repeat(length)))));
                HostileServer.Visitor visitor = server.onlyVisitor();
                assertTrue(visitor.received().contains("\r\nContent-Length: " + length + "\r\n"), visitor.received());
                assertArrayEquals("x".repeat(length).getBytes(StandardCharsets.US_ASCII), visitor.body());
            }
        }
    }

    @Test
    void nothing_is_sent_where_there_are_no_words_or_more_than_are_charged_or_the_writer_fails() throws Exception {
        List<RequestWriter> none = List.of(
                request -> Optional.empty(),
                request -> Optional.of(Bytes.utf8(request.utf8() + " ")),
                request -> {
                    throw new IllegalStateException("no");
                });
        for (RequestWriter writer : none) {
            try (HostileServer server = obliging()) {
                assertEquals(Answer.notDispatched(OutcomeReason.PROFILE_MISMATCH), answered(server, writer));
                server.end();
                assertEquals(List.of(), server.visitors());
            }
        }
    }

    @Test
    void a_writer_stays_where_a_reader_is_given() throws Exception {
        try (HostileServer server = obliging()) {
            HttpDispatcher dispatcher = new HttpDispatcher(Endpoint.of(server.url()))
                    .writing(request -> Optional.of(Bytes.utf8("x")))
                    .reading((reply, answer) -> answer);
            assertEquals(Answer.completed("text"), Call.soon(Call.plain().begun(dispatcher)));
            assertArrayEquals(new byte[] {'x'}, server.onlyVisitor().body());
        }
    }
}
