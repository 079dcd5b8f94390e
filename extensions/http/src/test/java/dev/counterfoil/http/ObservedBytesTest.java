// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.EvidenceKind;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.dispatch.Cancellation.Cause;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Of a response that cannot be used, how much came is kept, and its digest: a person may know it by that. None of its bytes is. */
class ObservedBytesTest {
    private static final String OK = "HTTP/1.1 200 OK\r\n";
    private static final String CHUNKED = OK + "Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n";

    private static Answer.Finding observed(String length, String came) {
        return new Answer.Finding(EvidenceKind.UNUSABLE_RESPONSE, Bytes.utf8("{\"content_length\":" + length + ",\"read_bytes\":"
                + came.length() + ",\"read_sha256\":\"" + Bytes.utf8(came).content().sha256().hex() + "\"}"));
    }

    private static Answer answered(String said) throws Exception {
        try (HostileServer server = new HostileServer(visitor -> visitor.readRequest().say(said))) {
            return Call.soon(Call.plain().begun(new HttpDispatcher(Endpoint.of(server.url()))));
        }
    }

    @ParameterizedTest
    @CsvSource({"half, 9", "'', 9", "half, 5"})
    void T133_of_a_body_that_is_cut_what_came_and_what_was_said_are_kept(String came, int length) throws Exception {
        Answer answer = answered(OK + "Content-Length: " + length + "\r\n\r\n" + came);
        assertEquals("uncertain malformed_response reset", AnswersTest.known(answer));
        assertEquals(List.of(observed(Integer.toString(length), came)), answer.findings());
    }

    @ParameterizedTest
    @CsvSource({"9, reset", "zz, -"})
    void T133_of_chunks_that_are_cut_or_malformed_what_came_is_kept(String size, String reason) throws Exception {
        Answer answer = answered(CHUNKED + size + "\r\n" + (reason.equals("-") ? "done\r\n" : ""));
        assertEquals("uncertain malformed_response " + reason, AnswersTest.known(answer));
        assertEquals(List.of(observed("null", "half")), answer.findings());
    }

    @ParameterizedTest
    @CsvSource({"429", "400"})
    void T131_of_a_failure_without_effect_nothing_is_kept_however_much_came(int status) throws Exception {
        assertEquals(List.of(), answered("HTTP/1.1 " + status + " No\r\nContent-Length: 9\r\n\r\nhalf").findings());
    }

    /** Gives its bytes at once and then none, until it is let go. */
    private static final class Trickle extends InputStream {
        private final byte[] bytes = (OK + "Content-Length: 9\r\n\r\nhalf").getBytes(StandardCharsets.US_ASCII);
        private final CountDownLatch drained = new CountDownLatch(1);
        private final CountDownLatch letGo = new CountDownLatch(1);
        private int at;

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0];
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            if (at == bytes.length) {
                drained.countDown();
                await(letGo);
                return -1;
            }
            int given = Math.min(length, bytes.length - at);
            System.arraycopy(bytes, at, into, from, given);
            at += given;
            return given;
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(60, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void T135_of_a_body_that_nobody_waits_for_any_more_what_came_by_then_is_known_while_more_may_come() throws Exception {
        Trickle trickle = new Trickle();
        ResponseInput input = new ResponseInput(trickle);
        Thread reading = new Thread(() -> input.read(status -> 100, reply -> {}));
        reading.start();
        await(trickle.drained);
        assertEquals(new Reply.Body.Cut(OptionalLong.of(9), Bytes.utf8("half").content()), input.soFar());
        trickle.letGo.countDown();
        reading.join();
    }

    @ParameterizedTest
    @CsvSource({"TIMEOUT, timeout attempt_timeout", "CANCELLED, cancelled -", "STOPPING, cancelled stopped_by_host"})
    void T135_an_attempt_that_is_given_up_in_the_body_of_a_success_is_uncertain_and_what_came_is_kept(Cause cause, String why) {
        Reply.Body.Cut half = new Reply.Body.Cut(OptionalLong.empty(), Bytes.utf8("half").content());
        Answer answer = ReplyAnswers.givenUp(new Ended.GivenUp(cause, Ended.Sent.SOMETHING, Optional.of(half)));
        assertEquals("uncertain " + why, AnswersTest.known(answer));
        assertEquals(List.of(observed("null", "half")), answer.findings());
    }
}
