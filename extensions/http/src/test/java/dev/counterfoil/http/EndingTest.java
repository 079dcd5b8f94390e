// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.dispatch.Cancellation.Cause;
import dev.counterfoil.scheduler.dispatch.Dispatch;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** An attempt is asked to end at each point of an exchange; it ends, and says what it knows. */
class EndingTest {
    private static final String OK = "HTTP/1.1 200 OK\r\n";

    static Stream<Arguments> points() {
        return Stream.of(
                point("before it reads", visitor -> {
                    visitor.readSome(1);
                    visitor.reach().untilClosed();
                }),
                point("while it reads", visitor -> {
                    visitor.readSome(30);
                    visitor.reach().untilClosed();
                }),
                point("when it has read all", visitor -> visitor.readRequest().reach().untilGone()),
                point("behind an answer before the final one",
                        visitor -> visitor.readRequest().say("HTTP/1.1 100 Continue\r\n\r\n").reach().untilGone()),
                point("in the head", visitor -> visitor.readRequest().say("HTTP/1.1 400 Ba").reach().untilGone()),
                point("in the body of a success",
                        visitor -> visitor.readRequest().say(OK + "Content-Length: 9\r\n\r\ndone").reach().untilGone()),
                point("in chunks",
                        visitor -> visitor.readRequest().say(OK + "Transfer-Encoding: chunked\r\n\r\n4\r\ndo").reach().untilGone()));
    }

    private static Arguments point(String name, HostileServer.Script script) {
        return Arguments.of(name, script);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("points")
    void whoever_is_left_behind_the_first_byte_may_have_acted(String name, HostileServer.Script script) throws Exception {
        try (HostileServer server = new HostileServer(script)) {
            Call call = Call.plain();
            CompletableFuture<Answer> answer = call.begun(new HttpDispatcher(Endpoint.of(server.url())));
            server.awaitReached();
            call.cancellation().request(Cause.TIMEOUT);
            assertEquals("uncertain timeout attempt_timeout", AnswersTest.known(Call.soon(answer)), name);
            assertTrue(server.onlyVisitor().received().startsWith("P"));
        }
    }

    @Test
    void a_long_request_that_nobody_reads_is_left() throws Exception {
        try (HostileServer server = new HostileServer(visitor -> {
            visitor.readSome(1);
            visitor.reach().untilClosed();
        })) {
            Call call = Call.plain().request(Bytes.of(new byte[24 << 20]));
            CompletableFuture<Answer> answer = call.begun(new HttpDispatcher(Endpoint.of(server.url())));
            server.awaitReached();
            call.cancellation().request(Cause.STOPPING);
            assertEquals("uncertain cancelled stopped_by_host", AnswersTest.known(Call.soon(answer)));
        }
    }

    @ParameterizedTest
    @EnumSource(Cause.class)
    void a_host_whose_address_is_not_found_is_left_and_never_called_later(Cause cause) throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch found = new CountDownLatch(1);
        try (HostileServer server = new HostileServer(HostileServer.Visitor::untilGone)) {
            Hosts slow = name -> {
                asked.countDown();
                try {
                    found.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return List.of(InetAddress.getLoopbackAddress());
            };
            Surroundings system = Surroundings.SYSTEM;
            Call call = Call.plain();
            CompletableFuture<Answer> answer = call.begun(new HttpDispatcher(Endpoint.of("http://slow.example:" + server.port() + "/"))
                    .in(new Surroundings(system.waiter(), system.clock(), slow)));
            assertTrue(asked.await(60, TimeUnit.SECONDS));
            call.cancellation().request(cause);
            assertEquals(switch (cause) {
                case TIMEOUT -> "not_dispatched timeout attempt_timeout";
                case CANCELLED -> "not_dispatched cancelled -";
                case STOPPING -> "not_dispatched cancelled stopped_by_host";
            }, AnswersTest.known(Call.soon(answer)));
            found.countDown();
            awaitNoExchange();
            server.end();
            assertEquals(0, server.visitors().size());
        }
    }

    private static void awaitNoExchange() throws InterruptedException {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("counterfoil-http-")) {
                thread.join(TimeUnit.SECONDS.toMillis(60));
            }
        }
    }

    @Test
    void a_connection_that_nobody_takes_is_left_and_was_not_dispatched() throws Exception {
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Answer answer = Call.soon(Call.plain().remaining(Duration.ofMillis(1)).begun(new HttpDispatcher(
                    Endpoint.of("https://localhost:" + full.getLocalPort() + "/"))));
            assertEquals("not_dispatched timeout attempt_timeout", AnswersTest.known(answer));
        }
    }

    @Test
    void the_time_of_the_attempt_bounds_the_whole_exchange_without_anybody_asking() throws Exception {
        try (HostileServer server = new HostileServer(visitor -> visitor.readRequest().say(OK).untilGone())) {
            Answer answer = Call.soon(
                    Call.plain().remaining(Duration.ofMillis(700)).begun(new HttpDispatcher(Endpoint.of(server.url()))));
            assertEquals("timeout attempt_timeout", AnswersTest.known(answer).replaceFirst("\\S+ ", ""));
        }
    }

    @Test
    void whoever_was_asked_to_end_before_it_began_connects_to_nobody() throws Exception {
        try (HostileServer server = new HostileServer(HostileServer.Visitor::untilGone)) {
            HttpDispatcher dispatcher = new HttpDispatcher(Endpoint.of(server.url()));
            Call call = Call.plain();
            call.cancellation().request(Cause.CANCELLED);
            assertEquals("not_dispatched cancelled -", AnswersTest.known(dispatcher.dispatch(call.dispatch())));
            assertEquals("not_dispatched timeout attempt_timeout",
                    AnswersTest.known(dispatcher.dispatch(Call.plain().remaining(Duration.ZERO).dispatch())));
            Thread.currentThread().interrupt();
            assertEquals("not_dispatched cancelled -", AnswersTest.known(dispatcher.dispatch(Call.plain().dispatch())));
            assertTrue(Thread.interrupted());
            server.end();
            assertEquals(0, server.visitors().size());
        }
    }

    @Test
    void an_interrupt_ends_it_and_stays() throws Exception {
        try (HostileServer server = new HostileServer(visitor -> visitor.readRequest().reach().untilGone())) {
            Dispatch dispatch = Call.plain().dispatch();
            CompletableFuture<String> known = new CompletableFuture<>();
            Thread thread = new Thread(() -> {
                Answer answer = new HttpDispatcher(Endpoint.of(server.url())).dispatch(dispatch);
                known.complete(AnswersTest.known(answer) + " " + Thread.currentThread().isInterrupted());
            });
            thread.start();
            server.awaitReached();
            thread.interrupt();
            assertEquals("uncertain cancelled - true", known.get(60, TimeUnit.SECONDS));
        }
    }

    @Test
    void what_a_status_said_is_kept_when_its_body_is_left() throws Exception {
        try (HostileServer server = new HostileServer(
                visitor -> visitor.readRequest().say("HTTP/1.1 429 Slow\r\nRetry-After: 7\r\nContent-Length: 9\r\n\r\nno").untilGone())) {
            Call call = Call.plain();
            ReplyReader more = new ReplyReader() {
                @Override
                public Answer read(Reply reply, Answer answer) {
                    return reply.content().isEmpty() ? answer : Answer.uncertain();
                }

                /** Asked when the head is there. */
                @Override
                public int errorBytes() {
                    call.cancellation().request(Cause.TIMEOUT);
                    return 100;
                }
            };
            Answer answer = Call.soon(call.begun(new HttpDispatcher(Endpoint.of(server.url())).reading(more)));
            assertEquals("provider_reported_retryable capacity_exceeded status", AnswersTest.known(answer));
            assertEquals(7_000, answer.retryAfterMillis().orElseThrow());
        }
    }
}
