// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.http;

import dev.counterfoil.receiver.failure.ReceiverException;
import dev.counterfoil.receiver.failure.ReceiverProblem;
import dev.counterfoil.receiver.operation.Delivery;
import dev.counterfoil.receiver.operation.Payload;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Reads requests, asks the desk, writes answers. A body is read without a thread waiting for it. Thread-safe. */
final class ReceiverHandler extends Handler.Abstract {
    private static final System.Logger LOG = System.getLogger(ReceiverHandler.class.getName());

    /** Asked again they would be the same again. */
    private static final Set<ReceiverProblem> OF_THE_EFFECT = Set.of(ReceiverProblem.EFFECT_FAILED, ReceiverProblem.TRANSACTION_ENDED);

    private final Desk desk;
    private final CallReader reader;
    private final Bodies bodies;
    private final Lifespan lifespan;
    private final Runnable memoryOut;

    ReceiverHandler(Desk desk, ServerSettings settings, Bodies bodies, Lifespan lifespan, Runnable memoryOut) {
        this.desk = desk;
        this.reader = new CallReader(settings.maxBodyBytes());
        this.memoryOut = memoryOut;
        this.bodies = bodies;
        this.lifespan = lifespan;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        Request.addCompletionListener(request, failure -> lifespan.extend(request.getConnectionMetaData().getConnection()));
        Call call = reader.read(head(request));
        if (call instanceof Call.Deliver || call instanceof Call.Perform) {
            bodies.read(request, end -> {
                lifespan.suspend(request.getConnectionMetaData().getConnection());
                return answer(call, end);
            }, reply -> write(reply, response, callback));
        } else {
            lifespan.suspend(request.getConnectionMetaData().getConnection());
            write(guarded(call, () -> answer(call)), response, callback);
        }
        return true;
    }

    private static RequestHead head(Request request) {
        HttpURI uri = request.getHttpURI();
        // A target has no fragment: what looks like one is part of a text that was not encoded, and is refused there.
        String fragment = Optional.ofNullable(uri.getFragment()).map(text -> "#" + text).orElse("");
        Optional<String> query = Optional.ofNullable(uri.getQuery());
        HttpFields fields = request.getHeaders();
        long bytes = fields.getLongField(HttpHeader.CONTENT_LENGTH);
        return new RequestHead(request.getMethod(), text(uri.getPath()) + (query.isPresent() ? "" : fragment),
                query.map(text -> text + fragment).orElse(""), fields.getValuesList("Idempotency-Key"), fields.getValuesList("Idempotent"),
                fields.getCSV(HttpHeader.TRANSFER_ENCODING, false), bytes < 0 ? OptionalLong.empty() : OptionalLong.of(bytes));
    }

    private static String text(String maybe) {
        return Optional.ofNullable(maybe).orElse("");
    }

    /** Told by us, not by the server, whose log would show the address that was asked. Where the client went away nobody hears it. */
    private Reply answer(Call call, BodyEnd end) {
        if (end instanceof BodyEnd.Whole whole) {
            return guarded(call, () -> deliver(call, Payload.of(whole.bytes())));
        }
        return switch ((BodyEnd.Unread) end) {
            case TOO_LARGE -> reader.tooLarge();
            case NO_ROOM -> Reply.error(ErrorCode.UNAVAILABLE, "too many bodies are under way; nothing was done", Reply.ELSEWHERE);
            case TOO_SLOW -> Reply.error(ErrorCode.TOO_SLOW, "nothing of the body came for too long; nothing was done", Reply.LAST);
            case MALFORMED -> Reply.error(ErrorCode.MALFORMED_REQUEST, "the body is not what the head says, or ended too soon", Reply.LAST);
            case STOPPED -> Reply.error(ErrorCode.UNAVAILABLE, "the receiver stops; nothing was done", Reply.ELSEWHERE);
            case FAILED -> Reply.error(ErrorCode.UNAVAILABLE, "the body could not be read; nothing was done", Reply.ELSEWHERE);
        };
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
    private Reply guarded(Call call, Supplier<Reply> answer) {
        try {
            return answer.get();
        } catch (ReceiverException e) {
            LOG.log(Level.WARNING, "{0}", e.getMessage());
            return failed(OF_THE_EFFECT.contains(e.problem()) ? ErrorCode.UNEXPECTED : ErrorCode.UNAVAILABLE, e.problem().code(), call);
        } catch (OutOfMemoryError e) {
            memoryOut.run();
            return failed(ErrorCode.UNEXPECTED, "the receiver's memory ran out", call);
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "unexpected failure: {0}", e.getClass().getName());
            return failed(ErrorCode.UNEXPECTED, "the receiver failed", call);
        }
    }

    /** Only what can be asked again without doing it twice is told when to ask again. */
    private static Reply failed(ErrorCode code, String what, Call call) {
        if (call instanceof Call.Perform) {
            return Reply.error(code, what + "; it may have been done, and asked again it may be done again");
        }
        return Reply.error(code, what + "; the same again does nothing twice", code == ErrorCode.UNAVAILABLE ? Reply.LATER : Map.of());
    }

    /** Writes an answer. */
    static void write(Reply reply, Response response, Callback callback) {
        response.setStatus(reply.status());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        reply.headers().forEach((name, value) -> response.getHeaders().put(name, value));
        response.write(true, ByteBuffer.wrap(reply.body().getBytes(StandardCharsets.UTF_8)), callback);
    }
}
