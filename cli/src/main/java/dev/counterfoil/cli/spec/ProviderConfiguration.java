// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import dev.counterfoil.journal.canonical.CanonicalWriter;
import dev.counterfoil.journal.canonical.Json;
import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Opening;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.ProviderSlot;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.scheduler.dispatch.Dispatcher;
import dev.counterfoil.scheduler.lookup.ReceiptBook;
import dev.counterfoil.scheduler.exec.ExecCommand;
import dev.counterfoil.scheduler.runner.Means;
import dev.counterfoil.scheduler.runner.MeansSource;
import dev.counterfoil.scheduler.runner.Provider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What {@code recover} needs to call the providers of an invocation again: stored beside its opening as canonical JSON, not bound.
 * Immutable.
 *
 * <p>One object: {@code format} ({@value #FORMAT}), {@code backoff} {@code {kind, initial_millis, max_millis, factor_thousandths,
 * jitter}}, {@code attempt_timeout_millis} or null, {@code input_base64} (what {@code run --input} was given) or null, and
 * {@code providers} in order, each {@code {id, exec}} or {@code {id, http}}; {@code exec} holds {@code {command, rejected_exit_codes,
 * retryable_exit_codes, permanent_exit_codes, stdin, stderr}}, {@code http} what {@link HttpForm} says. Secrets are not in it: they stay
 * the references that they are in the spec.
 *
 * @param backoff waits before continuations
 * @param attemptTimeout how long one attempt may take
 * @param input the bytes for stdin, where they are not the request's
 * @param providers the providers in order
 */
public record ProviderConfiguration(
        Backoff backoff, Optional<Duration> attemptTimeout, Optional<Bytes> input, List<Entry> providers) {
    static final String FORMAT = "counterfoil.configuration.v1";

    /**
     * Checks the timeout, and copies the providers.
     *
     * @throws IllegalArgumentException where the timeout is not positive
     */
    public ProviderConfiguration {
        if (attemptTimeout.filter(time -> time.isNegative() || time.isZero()).isPresent()) {
            throw new IllegalArgumentException("attempt_timeout must be positive");
        }
        providers = List.copyOf(providers);
    }

    /**
     * One provider. Immutable.
     *
     * @param id its name
     * @param way how it is called
     * @param receipts its book, where it has one
     */
    public record Entry(ProviderId id, Way way, Optional<ReceiptsForm> receipts) {
        /**
         * A provider without a book.
         *
         * @param id its name
         * @param way how it is called
         */
        public Entry(ProviderId id, Way way) {
            this(id, way, Optional.empty());
        }

        Json json() {
            Json.ObjectBuilder object = way.put(Json.object().put("id", id.value()));
            receipts.ifPresent(form -> object.put("receipts", form.json()));
            return object.build();
        }

        /**
         * What an intent says of the configuration that was used.
         *
         * @return digest of this provider's canonical object
         */
        public Sha256 digest() {
            return Sha256.of(CanonicalWriter.write(json()));
        }
    }

    /**
     * The stored form.
     *
     * @return canonical JSON
     */
    public Bytes bytes() {
        Json pace = Json.object()
                .put("kind", backoff.kind().code())
                .put("initial_millis", backoff.initialMillis())
                .put("max_millis", backoff.maxMillis())
                .put("factor_thousandths", backoff.factorThousandths())
                .put("jitter", backoff.jitter().code())
                .build();
        OptionalLong timeout = attemptTimeout.map(time -> OptionalLong.of(time.toMillis())).orElse(OptionalLong.empty());
        return Bytes.of(CanonicalWriter.write(Json.object()
                .put("format", FORMAT)
                .put("backoff", pace)
                .put("attempt_timeout_millis", Json.whole(timeout))
                .put("input_base64", Json.text(input.map(bytes -> Base64.getEncoder().encodeToString(bytes.toArray()))))
                .put("providers", Json.array(providers.stream().map(Entry::json).toList()))
                .build()));
    }

    /**
     * Reads the stored form.
     *
     * @param stored the bytes
     * @return empty where they are of another format: a host that embeds the library may store what it likes
     */
    public static Optional<ProviderConfiguration> parse(Bytes stored) {
        return ConfigurationReader.read(stored);
    }

    /**
     * The providers with a way to call them. What they refer to is read from the environment when a run gets ready to call them ({@link
     * Means#prepare()}), which is wrong usage where something is missing there.
     *
     * @param slots their places, as bound
     * @param dispatchers makes the way
     * @return empty where these are other providers than the bound ones
     */
    public Optional<Means> means(List<ProviderSlot> slots, Dispatchers dispatchers) {
        if (!slots.stream().map(ProviderSlot::id).toList().equals(providers.stream().map(Entry::id).toList())) {
            return Optional.empty();
        }
        List<Provider> ways = new ArrayList<>();
        for (int i = 0; i < slots.size(); i++) {
            Entry entry = providers.get(i);
            String place = "$.providers[" + i + "].";
            Provider plain = new Provider(slots.get(i), dispatcher(entry.way(), place, dispatchers), Optional.of(entry.digest()));
            ways.add(entry.receipts().map(form -> plain.withReceipts(book(form, place, dispatchers))).orElse(plain));
        }
        return Optional.of(new Means(ways, backoff, attemptTimeout));
    }

    private static ReceiptBook book(ReceiptsForm form, String place, Dispatchers dispatchers) {
        Late<ReceiptBook> book = new Late<>(place + "receipts", () -> dispatchers.receipts(form));
        return new ReceiptBook(new LateLookup(book), form.absence(), form.timeout());
    }

    private Dispatcher dispatcher(Way way, String place, Dispatchers dispatchers) {
        return way.match(new Way.Cases<>() {
            @Override
            public Dispatcher exec(ExecCommand command) {
                return dispatchers.exec(command, input);
            }

            @Override
            public Dispatcher http(HttpForm form) {
                return new LateDispatcher(new Late<>(place + "http", () -> dispatchers.http(form)));
            }
        });
    }

    /**
     * The way back from a journal.
     *
     * @param dispatchers makes the way to call a provider
     * @return finds the means in the configuration stored beside an opening
     */
    public static MeansSource stored(Dispatchers dispatchers) {
        return (invocation, opening, configuration) -> meansFor(opening, configuration, dispatchers);
    }

    private static Optional<Means> meansFor(Opening opening, Optional<Bytes> configuration, Dispatchers dispatchers) {
        return configuration.flatMap(ProviderConfiguration::parse)
                .flatMap(read -> read.means(opening.binding().providers(), dispatchers));
    }
}
