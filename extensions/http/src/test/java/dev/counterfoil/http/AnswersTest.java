// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.FailureCategory;
import dev.counterfoil.journal.record.OutcomeReason;
import dev.counterfoil.scheduler.dispatch.Answer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a server may do with a request, and what is known of it then; each time it saw one request, with the right bytes. */
class AnswersTest {
    private static final int ENOUGH = 1_000;
    private static final String HUGE = "x".repeat(ResponseInput.HEAD_BYTES);

    /**
     * A row.
     *
     * @param name what the server does
     * @param script how
     * @param known class, category and reason
     * @param response the response of a completed call, in ISO-8859-1
     */
    record Row(String name, HostileServer.Script script, String known, Optional<String> response) {
        Row(String name, HostileServer.Script script, String known) {
            this(name, script, known, Optional.empty());
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static Row done(String name, String answer, String response) {
        return new Row(
                name, visitor -> visitor.readRequest().say(answer).untilGone(), "completed_with_response - -", Optional.of(response));
    }

    private static Row ends(String name, String answer, String known) {
        return new Row(name, visitor -> visitor.readRequest().say(answer), known);
    }

    private static Row stays(String name, String answer, String known) {
        return new Row(name, visitor -> visitor.readRequest().say(answer).untilGone(), known);
    }

    static Stream<Row> successes() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write("unpacked".getBytes(StandardCharsets.US_ASCII));
        }
        String gzip = packed.toString(StandardCharsets.ISO_8859_1);
        String body = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n";
        return Stream.of(
                done("a length", body + "done", "done"),
                done("no reason phrase", "HTTP/1.1 201 \r\nContent-Length: 4\r\n\r\ndone", "done"),
                done("chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\ndon\r\n1;x=y\r\ne\r\n0\r\nT: 1\r\n\r\n", "done"),
                done("chunks with sizes that are long and fields within the bound", "HTTP/1.1 200 OK\r\nTransfer-Encoding: CHUNKED\r\n\r\n"
                        + "0".repeat(900) + "4 ;\r\ndone\r\n000\r\n" + ("T: " + "x".repeat(995) + "\r\n").repeat(65) + "\r\n", "done"),
                done("a length with zeros before it", "HTTP/1.1 200 OK\r\nContent-Length: " + "0".repeat(50) + "4\r\n\r\ndone", "done"),
                done("a field that is folded", "HTTP/1.1 200 OK\r\nX: a\r\n b: c\r\nContent-Length: 4\r\n\r\ndone", "done"),
                done("no bytes", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", ""),
                done("204 and no body, whatever its head says", "HTTP/1.1 204 No Content\r\nContent-Length: 9\r\n\r\n", ""),
                done("answers before the final one", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + body
                        + "done", "done"),
                done("two answers: the first counts", body + "doneHTTP/1.1 400 No\r\n\r\n", "done"),
                done("more bytes than its length", body + "done and more", "done"),
                done("packed bytes stay packed", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " + gzip.length()
                        + "\r\n\r\n" + gzip, gzip),
                done("cookies are not kept", "HTTP/1.1 200 OK\r\nSet-Cookie: a=b\r\nContent-Length: 4\r\n\r\ndone", "done"),
                done("lines that end with a line feed alone", "HTTP/1.1 200 OK\nContent-Length: 4\n\ndone", "done"),
                new Row("a body that ends with the connection", visitor -> visitor.readRequest().say("HTTP/1.0 200 OK\r\n\r\ndone"),
                        "completed_with_response - -", Optional.of("done")),
                new Row("a trickle", visitor -> visitor.readRequest().trickle(body + "done").untilGone(), "completed_with_response - -",
                        Optional.of("done")),
                new Row("an answer that begins before it reads", visitor -> visitor.say(body + "do").readRequest().say("ne").untilGone(),
                        "completed_with_response - -", Optional.of("done")));
    }

    static Stream<Row> doubts() {
        String ok = "HTTP/1.1 200 OK\r\n";
        String chunked = ok + "Transfer-Encoding: chunked\r\n\r\n";
        return Stream.of(
                new Row("it closes without a word", HostileServer.Visitor::readRequest, "uncertain - reset"),
                new Row("it resets without a word", visitor -> visitor.readRequest().reset(), "uncertain - reset"),
                ends("it closes in the status line", "HTTP/1.1 4", "uncertain - reset"),
                ends("it closes in the head", "HTTP/1.1 400 Bad Request\r\nContent-Le", "uncertain - reset"),
                ends("it closes behind a line of the head", "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n", "uncertain - reset"),
                new Row("it resets in the head", visitor -> visitor.readRequest().say("HTTP/1.1 404 Not F").reset(), "uncertain - reset"),
                ends("it closes behind an answer before the final one", "HTTP/1.1 100 Continue\r\n\r\n", "uncertain - reset"),
                ends("a body shorter than its length", ok + "Content-Length: 5\r\n\r\ndone", "uncertain malformed_response reset"),
                new Row("a reset in the body", visitor -> visitor.readRequest().say(ok + "Content-Length: 9\r\n\r\ndone").reset(),
                        "uncertain malformed_response reset"),
                new Row("a reset in a body without a length", visitor -> visitor.readRequest().say(ok + "\r\ndone").reset(),
                        "uncertain malformed_response reset"),
                ends("chunks without an end", chunked + "4\r\ndone\r\n", "uncertain malformed_response reset"),
                ends("a chunk that is cut", chunked + "9\r\ndone", "uncertain malformed_response reset"),
                ends("chunks that end in their trailer", chunked + "4\r\ndone\r\n0\r\n", "uncertain malformed_response reset"),
                stays("a chunk without a size", chunked + "zz\r\ndone\r\n", "uncertain malformed_response -"),
                stays("a negative chunk", chunked + "-4\r\ndone\r\n", "uncertain malformed_response -"),
                stays("a chunk that is longer than it says", chunked + "2\r\ndone\r\n0\r\n\r\n", "uncertain malformed_response -"),
                stays("a length beside chunks", ok + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n4\r\ndone\r\n0\r\n\r\n",
                        "uncertain malformed_response -"),
                stays("a coding that nobody asked for", ok + "Transfer-Encoding: gzip\r\n\r\nx", "uncertain malformed_response -"),
                stays("two lengths", ok + "Content-Length: 4\r\nContent-Length: 5\r\n\r\ndone.", "uncertain malformed_response -"),
                stays("a length that is no number", ok + "Content-Length: four\r\n\r\ndone", "uncertain malformed_response -"),
                stays("a negative length", ok + "Content-Length: -4\r\n\r\ndone", "uncertain malformed_response -"),
                stays("a length over the bound", ok + "Content-Length: " + (ENOUGH + 1) + "\r\n\r\n",
                        "uncertain malformed_response response_too_large"),
                stays("a length over every bound", ok + "Content-Length: 9223372036854775807\r\n\r\n",
                        "uncertain malformed_response response_too_large"),
                stays("chunks over the bound", chunked + "3e9\r\n" + "x".repeat(ENOUGH + 1),
                        "uncertain malformed_response response_too_large"),
                stays("a body over the bound that never ends", ok + "\r\n" + "x".repeat(ENOUGH + 1),
                        "uncertain malformed_response response_too_large"),
                stays("garbage", "SSH-2.0-OpenSSH_9.6\r\n\r\n", "uncertain malformed_response -"),
                stays("another version", "HTTP/2.0 400 Bad\r\n\r\n", "uncertain malformed_response -"),
                stays("a status that is no number", "HTTP/1.1 4x4 Bad\r\n\r\n", "uncertain malformed_response -"),
                stays("a status of two digits", "HTTP/1.1 40 Bad\r\n\r\n", "uncertain malformed_response -"),
                stays("a status of four digits", "HTTP/1.1 4000 Bad\r\n\r\n", "uncertain malformed_response -"),
                stays("an empty line first", "\r\nHTTP/1.1 400 Bad\r\n\r\n", "uncertain malformed_response -"),
                stays("a field without a colon", "HTTP/1.1 400 Bad\r\nnonsense\r\n\r\n", "uncertain malformed_response -"),
                stays("a NUL in the head", "HTTP/1.1 400 Bad\r\nX: \0\r\n\r\n", "uncertain malformed_response -"),
                stays("a head that is too large", "HTTP/1.1 400 Bad\r\nX: " + HUGE, "uncertain malformed_response response_too_large"),
                stays("answers before the final one, for ever", "HTTP/1.1 100 Continue\r\n\r\n".repeat(ResponseInput.HEAD_BYTES / 25 + 1),
                        "uncertain malformed_response response_too_large"),
                stays("a redirect", "HTTP/1.1 307 Elsewhere\r\nLocation: /v1/elsewhere\r\nContent-Length: 0\r\n\r\n", "uncertain - status"),
                stays("another protocol", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n", "uncertain - status"));
    }

    /** What one reader may take for one thing and another for another. */
    static Stream<Row> lies() {
        String ok = "HTTP/1.1 200 OK\r\n";
        String chunked = ok + "Transfer-Encoding: chunked\r\n\r\n";
        String unclear = "uncertain malformed_response -";
        String tooLarge = "uncertain malformed_response response_too_large";
        return Stream.of(
                stays("a chunk that ends with a line feed alone", chunked + "3\r\nhi\r\n0\r\n\r\n", unclear),
                stays("a chunk's size that ends with a line feed alone", chunked + "4\ndone\r\n0\r\n\r\n", unclear),
                stays("a line feed alone behind a chunk", chunked + "4\r\ndone\n0\r\n\r\n", unclear),
                stays("chunks that end with a line feed alone", chunked + "4\r\ndone\r\n0\r\n\n", unclear),
                stays("a chunk's size with a sign", chunked + "+4\r\ndone\r\n0\r\n\r\n", unclear),
                stays("a chunk's size behind a blank", chunked + " 4\r\ndone\r\n0\r\n\r\n", unclear),
                stays("a chunk's size as a program writes it", chunked + "0x4\r\ndone\r\n0\r\n\r\n", unclear),
                stays("no size but an extension", chunked + ";x=y\r\ndone\r\n0\r\n\r\n", unclear),
                stays("a chunk that is longer than a number", chunked + "1" + "0".repeat(16) + "\r\ndone", tooLarge),
                stays("an extension without an end", chunked + "4;" + "x".repeat(ChunkedBody.LINE), tooLarge),
                stays("a line behind the chunks that is no field", chunked + "4\r\ndone\r\n0\r\nA B: 1\r\n\r\n", unclear),
                stays("fields behind the chunks, for ever", chunked + "4\r\ndone\r\n0\r\n"
                        + "T: 1\r\n".repeat(ResponseInput.HEAD_BYTES / 6 + 1), tooLarge),
                stays("a field behind the chunks without an end", chunked + "4\r\ndone\r\n0\r\nT: " + HUGE, tooLarge),
                stays("fields before and behind that are too much together", ok + "Transfer-Encoding: chunked\r\nX: " + "x".repeat(40_000)
                        + "\r\n\r\n4\r\ndone\r\n0\r\nT: " + "x".repeat(40_000) + "\r\n\r\n", tooLarge),
                stays("chunks of HTTP/1.0", "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\ndone\r\n0\r\n\r\n", unclear),
                stays("chunks twice", ok + "Transfer-Encoding: chunked, chunked\r\n\r\n4\r\ndone\r\n0\r\n\r\n", unclear),
                stays("a length with a sign", ok + "Content-Length: +4\r\n\r\ndone", unclear),
                stays("a length that is no whole number", ok + "Content-Length: 4.0\r\n\r\ndone", unclear),
                stays("no length where one is announced", ok + "Content-Length:\r\n\r\ndone", unclear),
                stays("a length in digits that are not ASCII's", ok + "Content-Length: \u00b2\r\n\r\ndone", unclear),
                stays("a name with a blank", "HTTP/1.1 429 No\r\nA B: 1\r\n\r\n", unclear),
                stays("a blank before a colon", "HTTP/1.1 429 No\r\nContent-Length : 0\r\n\r\n", unclear),
                stays("a field without a name", "HTTP/1.1 429 No\r\n: 0\r\n\r\n", unclear),
                stays("a name with a letter that is not ASCII's", "HTTP/1.1 429 No\r\nNam\u00e9: 0\r\n\r\n", unclear),
                stays("a carriage return inside a value", "HTTP/1.1 429 No\r\nX: a\rb\r\n\r\n", unclear),
                stays("a carriage return inside the status line", "HTTP/1.1 429 N\ro\r\n\r\n", unclear),
                stays("two carriage returns at the end", "HTTP/1.1 429 No\r\nX: a\r\r\n\r\n", unclear),
                stays("a carriage return for an empty line", "HTTP/1.1 429 No\r\nX: a\r\n\r\r\n", unclear),
                stays("a status line that is folded", "HTTP/1.1 429 No\r\n X: a\r\n\r\n", unclear),
                stays("two blanks before a status", "HTTP/1.1  429 No\r\n\r\n", unclear),
                stays("a status with a sign", "HTTP/1.1 +29 No\r\n\r\n", unclear),
                stays("a lie before the final answer", "HTTP/1.1 103 Hints\r\nA B: 1\r\n\r\nHTTP/1.1 429 No\r\n\r\n", unclear));
    }

    static Stream<Row> heads() {
        String cut = "\r\nContent-Length: 50\r\n\r\nhalf";
        return Stream.of(
                ends("a status tells all with its head: the body is cut", "HTTP/1.1 400 Bad" + cut, "rejected_permanently refused status"),
                stays("or does not come", "HTTP/1.1 404 Not Found" + cut, "rejected_permanently refused status"),
                stays("or is malformed", "HTTP/1.1 429 Slow down\r\nTransfer-Encoding: x\r\n\r\n",
                        "provider_reported_retryable capacity_exceeded status"),
                stays("or is longer than any answer may be", "HTTP/1.1 422 No\r\nContent-Length: 9223372036854775807\r\n\r\n",
                        "rejected_permanently refused status"));
    }

    static Stream<Row> rows() throws IOException {
        return Stream.of(successes(), doubts(), lies(), heads()).flatMap(each -> each);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void what_is_known_follows_from_what_came(Row row) throws Exception {
        try (HostileServer server = new HostileServer(row.script())) {
            HttpDispatcher dispatcher = new HttpDispatcher(Endpoint.of(server.url()));
            Answer answer = Call.soon(Call.plain().responseBytes(ENOUGH).begun(dispatcher));
            assertEquals(row.known(), known(answer));
            assertEquals(row.response(), answer.response().map(AnswersTest::text));
            assertArrayEquals(Call.REQUEST.toArray(), server.onlyVisitor().body());
        }
    }

    static String known(Answer answer) {
        return answer.outcomeClass().code() + " " + answer.category().map(FailureCategory::code).orElse("-") + " "
                + answer.reason().map(OutcomeReason::code).orElse("-");
    }

    static String text(Bytes bytes) {
        return new String(bytes.toArray(), StandardCharsets.ISO_8859_1);
    }
}
