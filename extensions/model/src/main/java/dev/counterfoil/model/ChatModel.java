// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.model;

import dev.counterfoil.http.Endpoint;
import dev.counterfoil.http.Header;
import dev.counterfoil.http.HttpDispatcher;
import dev.counterfoil.journal.canonical.CanonicalWriter;
import dev.counterfoil.journal.canonical.Json;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Ceiling;
import dev.counterfoil.journal.record.Clearance;
import dev.counterfoil.journal.record.Content;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.ProviderSlot;
import dev.counterfoil.journal.record.Quote;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.scheduler.dispatch.Dispatcher;
import dev.counterfoil.scheduler.runner.Provider;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/**
 * One model behind one endpoint, and what it costs there. Immutable and thread-safe.
 *
 * <p>For a request it gives a quote: the tokens that a counter finds in it, all that may be written, and the price of both. The provider
 * that it makes reserves that before each attempt, sends the request with this model's name, and observes what the reply says was used.
 * Exposure is the greater of both, and nothing is given back. A provider is for the one request that it was quoted for: given another, it
 * sends nothing.
 *
 * <p>The statuses of its endpoint mean what {@link Endpoint} says; what an API says when it is overloaded (503, 529), or that an account is
 * empty (402), is uncertain until it is listed there. {@link ErrorCodes} tells errors apart that share a status.
 *
 * <p>It streams nothing, calls no tools, and knows neither limits of a minute nor fees for anything but tokens.
 */
public final class ChatModel {
    private final String model;
    private final PriceTable prices;
    private final TokenCounter counter;
    private final ErrorCodes codes;
    private final HttpDispatcher http;

    private ChatModel(String model, PriceTable prices, TokenCounter counter, ErrorCodes codes, HttpDispatcher http) {
        this.model = model;
        this.prices = prices;
        this.counter = counter;
        this.codes = codes;
        this.http = http;
    }

    /**
     * A model that is counted by {@link TokenCounter#BYTES}, whose errors are the {@linkplain ErrorCodes#KNOWN known} ones.
     *
     * @param model its name, as its endpoint knows it
     * @param endpoint where it answers, with the header that pays for it
     * @param prices what it costs there; other models in it are for replies that say another one answered
     * @return the model
     * @throws ModelException where the table has no price for it
     */
    public static ChatModel of(String model, Endpoint endpoint, PriceTable prices) {
        return at(model, prices, new HttpDispatcher(endpoint));
    }

    /**
     * The same over connections that the host has set up.
     *
     * @param model its name, as its endpoint knows it
     * @param prices what it costs there
     * @param http calls its endpoint; what else it makes of request and reply is replaced
     * @return the model
     * @throws ModelException where the table has no price for it
     */
    public static ChatModel at(String model, PriceTable prices, HttpDispatcher http) {
        Bounds.name("model", model);
        if (prices.price(model).isEmpty()) {
            throw new ModelException(ModelFault.MODEL_WITHOUT_PRICE, "the price table has no such model; add it, if only at 0");
        }
        return new ChatModel(model, prices, TokenCounter.BYTES, ErrorCodes.KNOWN, http);
    }

    /**
     * With another counter.
     *
     * @param other the counter
     * @return a new model
     */
    public ChatModel counting(TokenCounter other) {
        return new ChatModel(model, prices, other, codes, http);
    }

    /**
     * With other meanings of error codes.
     *
     * @param change makes them of those there are
     * @return a new model
     */
    public ChatModel errors(UnaryOperator<ErrorCodes> change) {
        return new ChatModel(model, prices, counter, change.apply(codes), http);
    }

    /**
     * Its name.
     *
     * @return as its endpoint knows it
     */
    public String model() {
        return model;
    }

    /**
     * What an attempt at a request may use at most, as far as the counter knows.
     *
     * @param request the request
     * @return tokens and cost
     * @throws ModelException where the request does not ask for this model, its tokens cannot be counted, or they or their cost are too
     *     many
     */
    public Quote quote(ChatRequest request) {
        if (!request.models().contains(model)) {
            throw new ModelException(ModelFault.MODEL_NOT_ASKED, "the request names other models; add this one with orModel");
        }
        OptionalLong counted = counter.tokens(request);
        if (counted.isEmpty()) {
            throw new ModelException(ModelFault.NOT_COUNTABLE,
                    "the request has more in it than text, or members that may add to it; give a counter that knows");
        }
        long context = counted.getAsLong();
        if (context < 0 || context > Bounds.INTEGER) {
            throw new ModelException(ModelFault.QUOTE_TOO_LARGE, "the counter says " + context + " tokens");
        }
        OptionalLong cost = price().costMicros(context, request.outputTokens());
        if (cost.isEmpty()) {
            throw new ModelException(ModelFault.QUOTE_TOO_LARGE, "the cost is beyond " + Bounds.INTEGER + " micros");
        }
        return new Quote(context, request.outputTokens(), cost.getAsLong());
    }

    private Price price() {
        return prices.prices().get(model);
    }

    /**
     * How it is called for a request. Given another one, it answers {@code not_dispatched} with {@code profile_mismatch}.
     *
     * @param request the request
     * @return a dispatcher
     */
    public Dispatcher dispatcher(ChatRequest request) {
        Content quoted = request.bytes().content();
        Optional<Bytes> sent = request.bytesFor(model);
        return http.writing(asked -> asked.content().equals(quoted) ? sent : Optional.empty())
                .reading(new ChatReplyReader(model, prices, codes));
    }

    /**
     * The provider of an invocation of this request, cleared, without a ceiling of its own. Whoever wants another slot makes it of
     * {@link #quote}, {@link #dispatcher} and {@link #configuration}.
     *
     * @param id the provider's name
     * @param request the request, whose {@link ChatRequest#bytes()} are the invocation's
     * @return the provider
     * @throws ModelException where no quote can be given
     * @throws IllegalArgumentException where it is no name
     */
    public Provider provider(String id, ChatRequest request) {
        ProviderSlot slot = new ProviderSlot(new ProviderId(id), Clearance.CLEARED, Ceiling.unbounded(), Optional.of(quote(request)));
        return new Provider(slot, dispatcher(request), Optional.of(configuration()));
    }

    /**
     * What each intent records of how it is called: model, price, URL and the names of the headers, and no value of a header.
     *
     * @return a digest
     */
    public Sha256 configuration() {
        List<Json> names = http.endpoint().headers().stream().map(Header::name).map(Json::text).toList();
        return Bytes.of(CanonicalWriter.write(Json.object()
                        .put("model", model)
                        .put("url", http.endpoint().url().toString())
                        .put("headers", Json.array(names))
                        .put("context_micros", price().contextMicros())
                        .put("cached_micros", Json.whole(price().cachedMicros()))
                        .put("output_micros", price().outputMicros())
                        .build()))
                .content()
                .sha256();
    }

    /** Names the model and the endpoint's host. */
    @Override
    public String toString() {
        return "ChatModel[" + model + ", " + http.endpoint() + "]";
    }
}
