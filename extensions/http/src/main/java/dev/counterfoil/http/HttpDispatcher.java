// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.OutcomeReason;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.dispatch.Dispatch;
import dev.counterfoil.scheduler.dispatch.Dispatcher;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;

/**
 * Calls a provider by one POST of the request's bytes, unless a {@link RequestWriter} says other ones. Immutable and thread-safe.
 *
 * <p>The operation's key, where there is one, is sent as {@code Idempotency-Key}, the same on every attempt. One that is not printable
 * ASCII cannot be: the attempt is {@code not_dispatched} with {@code profile_mismatch}.
 *
 * <p>A request counts as sent when its first byte is handed to the socket, which is behind the TLS handshake. What fails or is given up
 * before was not dispatched: no host, no connection, no handshake. From then on only an answer tells more than that it is uncertain: a
 * success whose body came whole is a completed call; any other status is what {@link StatusClasses} says, by its head alone. A success
 * whose body is cut, cannot be understood or is over its bound happened, and is uncertain. When to come back is read from every answer that
 * is no success.
 *
 * <p>Each attempt has a connection of its own and is sent once. Nothing is resent, no redirect is followed, no cookie kept, no body
 * unpacked, no proxy asked, whatever the system's settings say; answers before the final one are passed over. Nothing of request and
 * answer is logged.
 *
 * <p>It blocks the calling thread for the whole attempt and ends at once when it is asked to; only the thread that looks up a host's
 * addresses may outlive it, and opens no connection then.
 */
public final class HttpDispatcher implements Dispatcher {
    private static final Logger LOG = System.getLogger(HttpDispatcher.class.getName());

    /** For leaving on a busy machine: what is known of an attempt that was asked to end is known in no time. */
    private static final Duration LEAVING = Duration.ofSeconds(2);

    private final Endpoint endpoint;
    private final SSLSocketFactory tls;
    private final RequestWriter writer;
    private final ReplyReader reader;
    private final Surroundings surroundings;

    /**
     * A dispatcher that trusts whom the JVM trusts.
     *
     * @param endpoint where to
     */
    public HttpDispatcher(Endpoint endpoint) {
        this(endpoint, (SSLSocketFactory) SSLSocketFactory.getDefault(), Optional::of, (reply, answer) -> answer, Surroundings.SYSTEM);
    }

    private HttpDispatcher(
            Endpoint endpoint, SSLSocketFactory tls, RequestWriter writer, ReplyReader reader, Surroundings surroundings) {
        this.endpoint = endpoint;
        this.tls = tls;
        this.writer = writer;
        this.reader = reader;
        this.surroundings = surroundings;
    }

    /**
     * With other keys and other trust. The host's name is checked all the same.
     *
     * @param context what secures its connections
     * @return a new dispatcher
     */
    public HttpDispatcher secured(SSLContext context) {
        return new HttpDispatcher(endpoint, context.getSocketFactory(), writer, reader, surroundings);
    }

    /**
     * With somebody who writes what is sent. Where he has nothing to send, throws, or has more bytes than are charged, the attempt is
     * {@code not_dispatched} with {@code profile_mismatch}.
     *
     * @param other writes it
     * @return a new dispatcher
     */
    public HttpDispatcher writing(RequestWriter other) {
        return new HttpDispatcher(endpoint, tls, other, reader, surroundings);
    }

    /**
     * With somebody who reads more from a reply than its status says.
     *
     * @param more reads it
     * @return a new dispatcher
     */
    public HttpDispatcher reading(ReplyReader more) {
        return new HttpDispatcher(endpoint, tls, writer, more, surroundings);
    }

    HttpDispatcher in(Surroundings other) {
        return new HttpDispatcher(endpoint, tls, writer, reader, other);
    }

    /**
     * What it calls.
     *
     * @return the endpoint
     */
    public Endpoint endpoint() {
        return endpoint;
    }

    @Override
    public Answer dispatch(Dispatch dispatch) {
        Optional<String> key = dispatch.operation().key();
        if (key.filter(text -> !IdempotencyKey.canSpell(text)).isPresent()) {
            return Answer.notDispatched(OutcomeReason.PROFILE_MISMATCH);
        }
        Optional<Bytes> body = written(dispatch.request());
        if (body.isEmpty()) {
            return Answer.notDispatched(OutcomeReason.PROFILE_MISMATCH);
        }
        Message message = new Message("POST", endpoint.url(), headers(key), body.map(Bytes::toArray));
        ResponseInput.Wanted wanted = status ->
                status >= 200 && status < 300 ? dispatch.bounds().responseBytes() : reader.errorBytes() > 0 ? reader.errorBytes() : -1;
        Exchange exchange = new Exchange(
                new Connection(surroundings.hosts(), tls), message,
                new Exchange.Terms(wanted, dispatch::mayStart, dispatch::start, dispatch.remaining(), dispatch.cancellation()));
        return new ReplyAnswers(endpoint.statuses(), reader, surroundings.clock()).answer(exchange.await(surroundings.waiter()));
    }

    /** Else an attempt that was asked to end before it was sent would be given up as uncertain. */
    @Override
    public Duration endingGrace() {
        return LEAVING;
    }

    private Optional<Bytes> written(Bytes request) {
        try {
            return writer.write(request).filter(body -> body.size() <= request.size());
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "a writer of requests threw {0}", e.getClass().getName());
            return Optional.empty();
        }
    }

    private List<Header> headers(Optional<String> key) {
        List<Header> headers = new ArrayList<>();
        if (endpoint.header(Endpoint.CONTENT_TYPE).isEmpty()) {
            headers.add(new Header(Endpoint.CONTENT_TYPE, endpoint.contentType()));
        }
        headers.addAll(endpoint.headers());
        key.ifPresent(text -> headers.add(new Header(IdempotencyKey.NAME, IdempotencyKey.quoted(text))));
        return headers;
    }
}
