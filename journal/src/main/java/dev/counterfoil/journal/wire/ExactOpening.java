// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.wire;

import static dev.counterfoil.journal.wire.ExactCursor.ascii;
import static dev.counterfoil.journal.wire.ExactCursor.member;

import dev.counterfoil.journal.record.Account;
import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.BackoffKind;
import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Ceiling;
import dev.counterfoil.journal.record.Clearance;
import dev.counterfoil.journal.record.Content;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Deadline;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.DoubtProfile;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Jitter;
import dev.counterfoil.journal.record.Limits;
import dev.counterfoil.journal.record.Opening;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.ProviderSlot;
import dev.counterfoil.journal.record.Quote;
import dev.counterfoil.journal.record.Stamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The opening's part of {@link ExactReader}. Pure; immutable. */
final class ExactOpening {
    private static final byte[] AT = member("at_millis");
    private static final byte[] BACKOFF = ascii(",\"backoff\":{\"factor_thousandths\":");
    private static final byte[] INITIAL = member("initial_millis");
    private static final byte[] JITTER = member("jitter");
    private static final byte[] KIND = member("kind");
    private static final byte[] MAX_MILLIS = member("max_millis");
    private static final byte[] CONFIDENTIALITY = member("confidentiality");
    private static final byte[] CONFIGURATION_BYTES = member("configuration_bytes");
    private static final byte[] CONFIGURATION_SHA256 = member("configuration_sha256");
    private static final byte[] CONTRACT = member("contract");
    private static final byte[] DEADLINE = member("deadline_at_millis");
    private static final byte[] DOUBT = member("doubt");
    private static final byte[] EPOCH = member("epoch");
    private static final byte[] KEY = member("key");
    private static final byte[] LIMITS = member("limits");
    private static final byte[] MAX_LATENCY = member("max_latency_millis");
    private static final byte[] PARENT = member("parent");
    private static final byte[] PROVIDERS = ascii(",\"providers\":[");
    private static final byte[] CLEARED = ascii("{\"cleared\":");
    private static final byte[] ID = member("id");
    private static final byte[] MAX_RETRIES = member("max_retries");
    private static final byte[] QUOTE = member("quote");
    private static final byte[] TOKENS = ascii("{\"context_tokens\":");
    private static final byte[] COST_MICROS = member("cost_micros");
    private static final byte[] OUTPUT_TOKENS = member("output_tokens");
    private static final byte[] REQUEST_BYTES = ascii(",\"record\":\"opening\",\"request_bytes\":");
    private static final byte[] REQUEST_SHA256 = member("request_sha256");
    private static final byte[] SCOPE = member("scope");
    private static final byte[] SEQUENCE = member("sequence");
    private static final byte[] VERSION = ascii(",\"v\":" + RecordCodec.VERSION + "}");
    private static final byte[] NULL = ascii("null");
    private static final byte[] END = ascii("}");
    private static final byte[] CLOSES = ascii("]");
    private static final byte[] COMMA = ascii(",");

    /** The dimensions in the order in which they are spelled, and how each begins. */
    private static final List<Dimension> DIMENSIONS = BindingMembers.dimensions().sorted(Comparator.comparing(Dimension::code)).toList();
    private static final byte[][] CEILINGS = ceilings();

    private static final ExactWords<BackoffKind> BACKOFFS = ExactWords.of(BackoffKind.class);
    private static final ExactWords<Jitter> JITTERS = ExactWords.of(Jitter.class);
    private static final ExactWords<Contract> CONTRACTS = ExactWords.of(Contract.class);
    private static final ExactWords<DoubtProfile> PROFILES = ExactWords.of(DoubtProfile.class);

    private ExactOpening() {}

    private static byte[][] ceilings() {
        byte[][] names = DIMENSIONS.stream().map(dimension -> member(dimension.code())).toArray(byte[][]::new);
        names[0] = ascii("{\"" + DIMENSIONS.get(0).code() + "\":");
        return names;
    }

    /** Reads what follows the name of the first member. */
    static Opening read(ExactCursor in) {
        List<Account> accounts = ExactReader.accounts(in);
        Instant at = Instant.ofEpochMilli(in.pass(AT).whole());
        Backoff backoff = backoff(in.pass(BACKOFF));
        Optional<String> confidentiality = in.pass(CONFIDENTIALITY).optionalText();
        Optional<Content> configuration = in.pass(CONFIGURATION_BYTES).optionalContent(CONFIGURATION_SHA256);
        Contract contract = in.pass(CONTRACT).word(CONTRACTS);
        OptionalLong deadline = in.pass(DEADLINE).optionalWhole();
        DoubtProfile doubt = in.pass(DOUBT).word(PROFILES);
        long epoch = in.pass(EPOCH).whole();
        Optional<String> key = in.pass(KEY).optionalText();
        Limits limits = limits(in.pass(LIMITS));
        OptionalLong latency = in.pass(MAX_LATENCY).optionalWhole();
        Optional<InvocationId> parent = in.pass(PARENT).optionalText().map(InvocationId::new);
        List<ProviderSlot> providers = providers(in.pass(PROVIDERS));
        Quote quote = quote(in.pass(QUOTE));
        long requestBytes = in.pass(REQUEST_BYTES).whole();
        Content request = new Content(in.pass(REQUEST_SHA256).digest(), requestBytes);
        Optional<String> scope = in.pass(SCOPE).optionalText();
        Stamp stamp = new Stamp(in.pass(SEQUENCE).whole(), at, epoch);
        in.pass(VERSION);
        Binding binding = new Binding(request, confidentiality, new Operation(contract, scope, key), limits,
                new Deadline(latency, deadline.isPresent() ? Optional.of(Instant.ofEpochMilli(deadline.getAsLong())) : Optional.empty()),
                providers, quote, doubt, accounts, parent);
        return new Opening(stamp, binding, backoff, configuration);
    }

    private static Backoff backoff(ExactCursor in) {
        long factor = in.whole();
        long initial = in.pass(INITIAL).whole();
        Jitter jitter = in.pass(JITTER).word(JITTERS);
        BackoffKind kind = in.pass(KIND).word(BACKOFFS);
        long most = in.pass(MAX_MILLIS).whole();
        in.pass(END);
        return new Backoff(kind, initial, most, factor, jitter);
    }

    private static Limits limits(ExactCursor in) {
        Map<Dimension, Ceiling> ceilings = new EnumMap<>(Dimension.class);
        for (int i = 0; i < CEILINGS.length; i++) {
            ceilings.put(DIMENSIONS.get(i), ceiling(in.pass(CEILINGS[i])));
        }
        in.pass(END);
        return Limits.of(ceilings);
    }

    private static Ceiling ceiling(ExactCursor in) {
        return in.is(NULL) ? Ceiling.unbounded() : Ceiling.of(in.whole());
    }

    private static List<ProviderSlot> providers(ExactCursor in) {
        List<ProviderSlot> slots = new ArrayList<>(4);
        do {
            if (slots.size() == Bounds.PROVIDERS) {
                throw ExactCursor.somethingElse();
            }
            Clearance clearance = in.pass(CLEARED).truth() ? Clearance.CLEARED : Clearance.NOT_CLEARED;
            ProviderId id = new ProviderId(in.pass(ID).text());
            Ceiling retries = ceiling(in.pass(MAX_RETRIES));
            Optional<Quote> quote = in.pass(QUOTE).is(NULL) ? Optional.empty() : Optional.of(quote(in));
            in.pass(END);
            slots.add(new ProviderSlot(id, clearance, retries, quote));
        } while (in.is(COMMA));
        in.pass(CLOSES);
        return slots;
    }

    private static Quote quote(ExactCursor in) {
        long contextTokens = in.pass(TOKENS).whole();
        long costMicros = in.pass(COST_MICROS).whole();
        long outputTokens = in.pass(OUTPUT_TOKENS).whole();
        in.pass(END);
        return new Quote(contextTokens, outputTokens, costMicros);
    }
}
