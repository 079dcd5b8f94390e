// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.http;

import dev.counterfoil.receiver.failure.ReceiverException;
import dev.counterfoil.receiver.operation.Delivery;
import dev.counterfoil.receiver.operation.Payload;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.thread.Invocable;

/** Reads requests, asks the desk, writes answers. A body is read without a thread waiting for it. Thread-safe. */
final class ReceiverHandler extends Handler.Abstract {
    private static final System.Logger LOG = System.getLogger(ReceiverHandler.class.getName());

    private final Desk desk;
    private final CallReader reader;
    private final int maxBodyBytes;
    private final Lifespan lifespan;

    ReceiverHandler(Desk desk, int maxBodyBytes, Lifespan lifespan) {
        this.desk = desk;
        this.reader = new CallReader(maxBodyBytes);
        this.maxBodyBytes = maxBodyBytes;
        this.lifespan = lifespan;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        Request.addCompletionListener(request, failure -> lifespan.extend(request.getConnectionMetaData().getConnection()));
        Call call = reader.read(head(request));
        if (call instanceof Call.Deliver || call instanceof Call.Perform) {
            receive(call, request, response, callback);
        } else {
            write(guarded(call, () -> answer(call)), response, callback);
        }
        return true;
    }

    private static RequestHead head(Request request) {
        return new RequestHead(request.getMethod(), text(request.getHttpURI().getPath()), text(request.getHttpURI().getQuery()),
                request.getHeaders().getValuesList("Idempotency-Key"), request.getHeaders().getValuesList("Idempotent"),
                request.getHeaders().getLongField(HttpHeader.CONTENT_LENGTH));
    }

    private static String text(String maybe) {
        return Optional.ofNullable(maybe).orElse("");
    }

    private void receive(Call call, Request request, Response response, Callback callback) {
        Content.Source.asByteArrayAsync(request, maxBodyBytes, Promise.Invocable.from(Invocable.InvocationType.BLOCKING,
                body -> write(guarded(call, () -> deliver(call, Payload.of(body))), response, callback),
                failure -> refuse(failure, response, callback)));
    }

    /** Told by us, not by the server, whose log would show the address that was asked. Where the client went away nobody hears it. */
    private void refuse(Throwable failure, Response response, Callback callback) {
        Reply malformed = Reply.error(ErrorCode.MALFORMED_REQUEST, "the body is not what the head says, or ended too soon",
                Reply.LAST);
        write(failure instanceof IllegalStateException ? reader.tooLarge() : malformed, response, callback);
    }

    private Reply deliver(Call call, Payload payload) {
        if (call instanceof Call.Deliver deliver) {
            return Reply.of(desk.deliver(new Delivery(deliver.operation(), payload)));
        }
        return Reply.performed(desk.perform(((Call.Perform) call).scope(), payload));
    }

    private Reply answer(Call call) {
        if (call instanceof Call.Lookup lookup) {
            return Reply.of(desk.lookup(lookup.operation(), lookup.payload()));
        }
        if (call instanceof Call.Close close) {
            return Reply.of(desk.close(close.operation()));
        }
        if (call instanceof Call.Count count) {
            return Reply.count(desk.countEffects(count.scope()));
        }
        return ((Call.Refused) call).reply();
    }

    /** A failure is told by its code only: its message may name a path. */
    private static Reply guarded(Call call, Supplier<Reply> answer) {
        String again = call instanceof Call.Perform ? "it may have been done, and asked again it may be done again"
                : "the same again does nothing twice";
        Map<String, String> headers = call instanceof Call.Perform ? Map.of() : Reply.LATER;
        try {
            return answer.get();
        } catch (ReceiverException e) {
            LOG.log(Level.WARNING, "{0}", e.getMessage());
            return Reply.error(ErrorCode.UNAVAILABLE, e.problem().code() + "; " + again, headers);
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "unexpected failure: {0}", e.getClass().getName());
            return Reply.error(ErrorCode.UNEXPECTED, "the receiver failed; " + again);
        }
    }

    /** Writes an answer. */
    static void write(Reply reply, Response response, Callback callback) {
        response.setStatus(reply.status());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        reply.headers().forEach((name, value) -> response.getHeaders().put(name, value));
        response.write(true, ByteBuffer.wrap(reply.body().getBytes(StandardCharsets.UTF_8)), callback);
    }
}
