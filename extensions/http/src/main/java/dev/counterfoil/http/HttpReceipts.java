// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import dev.counterfoil.http.ReceiptObject.State;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.scheduler.lookup.Lookup;
import dev.counterfoil.scheduler.lookup.LookupAnswer;
import dev.counterfoil.scheduler.lookup.ReceiptBook;
import dev.counterfoil.scheduler.lookup.ReceiptLookup;
import dev.counterfoil.scheduler.recovery.Book;
import dev.counterfoil.scheduler.recovery.Retention;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;

/**
 * A provider's book over HTTP, as an idempotent receiver of this project answers it: one GET, and where absence is to be final one DELETE
 * behind a GET that found nothing. Immutable and thread-safe.
 *
 * <p>Only a 200 with the receipt's object counts; whatever else comes, and nothing in time, is <em>unavailable</em>, a redirect too. The
 * adopted response is the body that a repeated delivery would be answered. A key that was closed before is final absence in a book that
 * closes, and a rejection in one that does not: nothing came under it and nothing will. What a host is to come back after is read from any
 * status. Each request has a connection of its own; see {@link HttpDispatcher} for what is never done.
 */
public final class HttpReceipts implements ReceiptLookup {
    private static final int OK = 200;
    private static final Map<State, LookupAnswer> WORDS = Map.of(
            State.PENDING, LookupAnswer.pending(),
            State.REJECTED, LookupAnswer.rejected(),
            State.CONFLICT, LookupAnswer.conflict(),
            State.EXPIRED, LookupAnswer.expired(),
            State.ABSENT, LookupAnswer.absent());

    private final ReceiptUrl url;
    private final List<Header> headers;
    private final Book absence;
    private final SSLSocketFactory tls;
    private final Surroundings surroundings;

    /** One question: the words of its answer, and what they mean. */
    private record Heard(LookupAnswer answer, Optional<State> state) {}

    /**
     * A book.
     *
     * @param url where it is asked
     * @param headers sent with each request
     * @param absence {@link Book#CLAIMS}, or {@link Book#FINAL} where an absent key is to be closed
     * @throws IllegalArgumentException where a header is ours to set or stands twice
     */
    public HttpReceipts(ReceiptUrl url, List<Header> headers, Book absence) {
        this(url, List.copyOf(headers), absence, (SSLSocketFactory) SSLSocketFactory.getDefault(), Surroundings.SYSTEM);
    }

    private HttpReceipts(
            ReceiptUrl url, List<Header> headers, Book absence, SSLSocketFactory tls, Surroundings surroundings) {
        Endpoint.check(headers);
        this.url = url;
        this.headers = headers;
        this.absence = absence;
        this.tls = tls;
        this.surroundings = surroundings;
    }

    /**
     * With other keys and other trust. The host's name is checked all the same.
     *
     * @param context what secures its connections
     * @return a new look-up
     */
    public HttpReceipts secured(SSLContext context) {
        return new HttpReceipts(url, headers, absence, context.getSocketFactory(), surroundings);
    }

    HttpReceipts in(Surroundings other) {
        return new HttpReceipts(url, headers, absence, tls, other);
    }

    /**
     * The book for a provider.
     *
     * @param timeout how long a look-up may take, the closing included
     * @return the book
     * @throws IllegalArgumentException where the timeout is not positive
     */
    public ReceiptBook book(Duration timeout) {
        return new ReceiptBook(this, absence, timeout);
    }

    @Override
    public LookupAnswer lookUp(Lookup lookup) {
        Lookup.Subject subject = lookup.subject();
        Heard found = ask("GET", url.lookup(subject.scope(), subject.key(), subject.request().sha256()), lookup);
        if (absence == Book.CLAIMS) {
            return found.state().equals(Optional.of(State.CLOSED)) ? LookupAnswer.rejected().saying(words(found)) : found.answer();
        }
        if (!found.state().equals(Optional.of(State.ABSENT))) {
            return found.answer();
        }
        Heard closed = ask("DELETE", url.closing(subject.scope(), subject.key()), lookup);
        // Who closes says so, or what came before: that nothing is there, and the key still open, is no answer. The evidence says that a
        // closing was under way: it may have closed the key all the same.
        if (closed.state().equals(Optional.of(State.ABSENT))) {
            return unavailable("not closed");
        }
        return closed.state().isEmpty() && closed.answer() instanceof LookupAnswer.Unavailable
                ? closed.answer().saying(Bytes.utf8("closing: " + words(closed).utf8()))
                : closed.answer();
    }

    private static Bytes words(Heard heard) {
        return heard.answer().said().orElse(Bytes.EMPTY);
    }

    private Heard ask(String method, URI target, Lookup lookup) {
        Message message = new Message(method, target, headers, Optional.empty());
        Exchange.Terms terms = new Exchange.Terms(
                status -> ReceiptObject.BYTES, () -> true, () -> {}, Optional.of(lookup.remaining()), lookup.cancellation());
        Ended ended = new Exchange(new Connection(surroundings.hosts(), tls), message, terms).await(surroundings.waiter());
        return ended.match(new Ended.Cases<>(
                unsent -> new Heard(unavailable(unsent.reason().code()), Optional.empty()),
                givenUp -> new Heard(unavailable(givenUp.cause().name().toLowerCase(Locale.ROOT)), Optional.empty()),
                broken -> new Heard(unavailable(broken.what().name().toLowerCase(Locale.ROOT)), Optional.empty()),
                replied -> heard(replied.reply(), lookup.subject())));
    }

    private Heard heard(Reply reply, Lookup.Subject subject) {
        Optional<Duration> later = later(reply);
        Bytes words = reply.content().orElse(Bytes.utf8("status " + reply.status()));
        Optional<ReceiptObject> receipt = reply.status() == OK ? reply.content().flatMap(ReceiptObject::read) : Optional.empty();
        LookupAnswer said = receipt.flatMap(each -> meaning(each, subject)).orElseGet(LookupAnswer::unavailable);
        return new Heard(hinted(said, later).saying(words), said instanceof LookupAnswer.Unavailable
                ? Optional.empty()
                : receipt.map(ReceiptObject::state));
    }

    /** Empty where it says of our payload what can only be said of another. */
    private static Optional<LookupAnswer> meaning(ReceiptObject receipt, Lookup.Subject subject) {
        boolean another = receipt.payload().filter(digest -> !digest.equals(subject.request().sha256())).isPresent();
        if (another || receipt.state() == State.CONFLICT) {
            return Optional.of(LookupAnswer.conflict());
        }
        if (receipt.state() == State.COMPLETED) {
            return receipt.effectId().isEmpty() || receipt.payload().isEmpty()
                    ? Optional.empty()
                    : Optional.of(LookupAnswer.completed(replayed(receipt.effectId().getAsLong())));
        }
        return Optional.of(receipt.state() == State.CLOSED ? LookupAnswer.absent() : WORDS.get(receipt.state()));
    }

    private static Bytes replayed(long effectId) {
        return Bytes.utf8("{\"state\":\"completed\",\"effect_id\":" + effectId + "}");
    }

    private Optional<Duration> later(Reply reply) {
        OptionalLong millis = RetryAfter.millis(reply.fields(), surroundings.clock().instant());
        return millis.isPresent() ? Optional.of(Duration.ofMillis(millis.getAsLong())) : Optional.empty();
    }

    private static LookupAnswer hinted(LookupAnswer answer, Optional<Duration> later) {
        if (later.isEmpty()) {
            return answer;
        }
        return answer instanceof LookupAnswer.Pending
                ? LookupAnswer.pending(later.get())
                : answer instanceof LookupAnswer.Unavailable unavailable && unavailable.retention() == Retention.VALID
                        ? LookupAnswer.unavailable(later.get())
                        : answer;
    }

    private static LookupAnswer unavailable(String why) {
        return LookupAnswer.unavailable().saying(Bytes.utf8("no answer: " + why));
    }

    /** Tells nothing of URL and headers but how much there is. */
    @Override
    public String toString() {
        return "HttpReceipts[" + url + ", " + headers.size() + " headers, " + absence.code() + "]";
    }
}
