// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import dev.counterfoil.http.IdempotencyKey;
import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.journal.canonical.StrictJson;
import dev.counterfoil.journal.canonical.StrictJsonException;
import dev.counterfoil.journal.record.Account;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.DoubtProfile;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Opening;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.journal.record.Quote;
import dev.counterfoil.journal.record.Stamp;
import dev.counterfoil.journal.wire.RecordCodec;
import dev.counterfoil.journal.wire.RecordTooLargeException;
import dev.counterfoil.scheduler.runner.Invocation;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the spec of one invocation, strictly: an unknown, missing, repeated or wrong member is refused with its place and what to do
 * about it, never with its value. Null stands for nothing but "no ceiling". Immutable, and thread-safe as its parts are.
 *
 * <p>It reads no file and starts nothing: {@link SpecFile} brings the bytes, {@link Dispatchers} makes the way to call a provider.
 */
public final class SpecReader {
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    private static final String[] MEMBERS = {
        "id", "request", "request_text", "request_base64", "confidentiality", "operation", "limits", "deadline_at_millis", "deadline_at",
        "quote", "backoff", "attempt_timeout", "doubt", "accounts", "parent", "retry_budget", "providers"
    };

    private static final String[] OPERATION = {"contract", "scope", "key"};

    static final Set<String> KNOWN = Set.of(MEMBERS);

    /** The members that hold objects of ours: a name in them is ours or a mistake in one; in any other it may be misplaced data. */
    static final Set<String> NAMES_ARE_OURS = Set.of("operation", "limits", "quote", "backoff", "providers");

    private final Path directory;
    private final Dispatchers dispatchers;
    private final InstantSource clock;
    private final RetryBudgets budgets;

    /**
     * A reader for specs that share no budget of retries.
     *
     * @param directory what a relative program with a {@code /} is relative to; absolute
     * @param dispatchers makes the way to call a provider
     * @param clock tells whether a relative deadline is within the calendar
     */
    public SpecReader(Path directory, Dispatchers dispatchers, InstantSource clock) {
        this(directory, dispatchers, clock, RetryBudgets.NONE);
    }

    /**
     * A reader.
     *
     * @param directory what a relative program with a {@code /} is relative to; absolute
     * @param dispatchers makes the way to call a provider
     * @param clock tells whether a relative deadline is within the calendar
     * @param budgets the budgets of retries that specs may name
     */
    public SpecReader(Path directory, Dispatchers dispatchers, InstantSource clock, RetryBudgets budgets) {
        this.directory = directory.toAbsolutePath();
        this.dispatchers = dispatchers;
        this.clock = clock;
        this.budgets = budgets;
    }

    /**
     * Reads one spec.
     *
     * @param json its bytes
     * @param source where they were written
     * @param line on which line they begin
     * @return the invocation, with its provider configuration
     * @throws dev.counterfoil.cli.output.CommandException where it is refused, with status 2
     */
    public Invocation read(byte[] json, SpecSource source, int line) {
        if (Arrays.mismatch(json, BYTE_ORDER_MARK) >= BYTE_ORDER_MARK.length || Arrays.equals(json, BYTE_ORDER_MARK)) {
            throw source.refuse(line, "$: begins with a byte order mark; save it as UTF-8 without one");
        }
        try {
            return read(StrictJson.read(json, Bounds.SPEC_LINE_BYTES, line), source, StreamUse.SPEC);
        } catch (StrictJsonException broken) {
            throw source.refuse(broken);
        }
    }

    Invocation read(JsonTree value, SpecSource source, StreamUse streams) {
        SpecObject spec = SpecObject.of(source, value, MEMBERS);
        String id = spec.checked(spec.required("id"), InvocationId::new).value();
        Bytes request = RequestReader.read(spec);
        Optional<String> confidentiality = spec.checked("confidentiality", text -> Bounds.name("confidentiality", text));
        Operation operation = operation(spec);
        LimitsReader.Read limits = LimitsReader.read(spec);
        Optional<Quote> quote = PaceReader.quote(spec, Quote.ZERO);
        Invocation.Builder builder = Invocation.of(id)
                .request(request)
                .operation(operation)
                .limits(limits.limits())
                .quote(quote.orElse(Quote.ZERO))
                .doubt(spec.word("doubt", DoubtProfile.class).orElse(DoubtProfile.STRICT))
                .accounts(spec.names("accounts", Account::new));
        confidentiality.ifPresent(builder::confidentiality);
        limits.deadlineAt().ifPresent(builder::deadlineAt);
        spec.checked("parent", InvocationId::new).ifPresent(builder::parent);
        budgets.named(spec).ifPresent(builder::sharedRetries);
        HttpReader http = new HttpReader(RequestReader.contentType(spec));
        List<ProviderReader.Read> providers =
                new ProviderReader(directory, streams, confidentiality, quote.orElse(Quote.ZERO), http).read(spec);
        checkKey(spec, operation, providers);
        means(spec, builder, entries(providers, ReceiptsReader.read(spec, operation)), providers, streams);
        Invocation invocation = spec.attempt(spec.place(), builder::build);
        check(spec, invocation);
        return invocation;
    }

    private static List<ProviderConfiguration.Entry> entries(
            List<ProviderReader.Read> providers, List<Optional<ReceiptsForm>> receipts) {
        List<ProviderConfiguration.Entry> entries = new ArrayList<>();
        for (ProviderReader.Read each : providers) {
            entries.add(new ProviderConfiguration.Entry(each.slot().id(), each.way(), receipts.get(entries.size())));
        }
        return entries;
    }

    private void means(
            SpecObject spec, Invocation.Builder builder, List<ProviderConfiguration.Entry> entries, List<ProviderReader.Read> providers,
            StreamUse streams) {
        ProviderConfiguration configuration = new ProviderConfiguration(
                PaceReader.backoff(spec),
                PaceReader.attemptTimeout(spec),
                streams.input(),
                entries);
        builder.backoff(configuration.backoff()).configuration(configuration.bytes());
        configuration.attemptTimeout().ifPresent(builder::attemptTimeout);
        configuration.means(providers.stream().map(ProviderReader.Read::slot).toList(), dispatchers).orElseThrow()
                .providers().forEach(builder::provider);
    }

    /** A key that a header cannot spell would go out as another, or not at all. */
    private static void checkKey(SpecObject spec, Operation operation, List<ProviderReader.Read> providers) {
        boolean sent = providers.stream().anyMatch(each -> each.way() instanceof Way.Http);
        if (sent && operation.key().filter(key -> !IdempotencyKey.canSpell(key)).isPresent()) {
            SpecObject object = SpecObject.of(spec.source(), spec.required("operation"), OPERATION);
            throw object.refuse("key", "must be printable ASCII: an http provider sends it as a header");
        }
    }

    private static Operation operation(SpecObject spec) {
        Optional<JsonTree> value = spec.member("operation");
        if (value.isEmpty()) {
            return Operation.UNDECLARED;
        }
        SpecObject object = SpecObject.of(spec.source(), value.get(), OPERATION);
        Contract contract = object.word("contract", Contract.class).orElse(Contract.NON_IDEMPOTENT);
        Optional<String> scope = object.checked("scope", text -> Bounds.name("scope", text));
        Optional<String> key = object.checked("key", text -> Bounds.name("key", text));
        return object.attempt(object.placeOf("contract"), () -> new Operation(contract, scope, key));
    }

    /** What only the whole can tell: the deadline within the calendar, the opening within the bound of a record. */
    private void check(SpecObject spec, Invocation invocation) {
        var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        var binding = spec.attempt(LimitsReader.placeOfDeadline(spec), () -> invocation.bindingAt(now));
        var opening = new Opening(
                new Stamp(0, now, 1), binding, invocation.means().backoff(), invocation.configuration().map(Bytes::content));
        try {
            RecordCodec.encode(opening);
        } catch (RecordTooLargeException tooLarge) {
            throw spec.source().refuse(spec.place(), "needs a record of " + tooLarge.bytes() + " bytes, at most " + tooLarge.bound()
                    + " are allowed; use fewer or shorter provider ids and accounts");
        }
    }
}
