// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.wire;

import dev.counterfoil.journal.canonical.Json;
import dev.counterfoil.journal.record.Account;
import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.Ceiling;
import dev.counterfoil.journal.record.Clearance;
import dev.counterfoil.journal.record.Content;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.Deadline;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.DoubtProfile;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Limits;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.ProviderSlot;
import dev.counterfoil.journal.record.Quote;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The bound members: the same in an opening's bytes and under the binding digest. Pure; immutable.
 */
final class BindingMembers {
    private BindingMembers() {}

    static Json.ObjectBuilder write(Json.ObjectBuilder object, Binding binding) {
        Deadline deadline = binding.deadline();
        Operation operation = binding.operation();
        return object.put("request_sha256", binding.request().sha256().hex())
                .put("request_bytes", binding.request().bytes())
                .put("confidentiality", Json.text(binding.confidentiality()))
                .put("contract", operation.contract().code())
                .put("scope", Json.text(operation.scope()))
                .put("key", Json.text(operation.key()))
                .put("limits", limits(binding.limits()))
                .put("max_latency_millis", Json.whole(deadline.latencyMillis()))
                .put("deadline_at_millis", deadline.at().map(at -> Json.whole(at.toEpochMilli())).orElse(Json.NULL))
                .put("providers", Json.array(binding.providers().stream().map(BindingMembers::slot).toList()))
                .put("quote", quote(binding.quote()))
                .put("doubt", binding.doubt().code())
                .put("accounts", accounts(binding.accounts()))
                .put("parent", Json.text(binding.parent().map(InvocationId::value)));
    }

    static Binding read(MemberReader object) {
        Content request = object.content("request_sha256", "request_bytes");
        Optional<String> confidentiality = object.optionalText("confidentiality");
        Operation operation = new Operation(
                object.word(Contract.class, "contract"), object.optionalText("scope"), object.optionalText("key"));
        Limits limits = limits(object.object("limits"));
        OptionalLong atMillis = object.optionalWhole("deadline_at_millis");
        Deadline deadline = new Deadline(
                object.optionalWhole("max_latency_millis"),
                atMillis.isPresent() ? Optional.of(Instant.ofEpochMilli(atMillis.getAsLong())) : Optional.empty());
        return new Binding(
                request,
                confidentiality,
                operation,
                limits,
                deadline,
                slots(object.array("providers")),
                quote(object.object("quote")),
                object.word(DoubtProfile.class, "doubt"),
                accounts(object),
                object.optionalText("parent").map(InvocationId::new));
    }

    /** The dimensions that stand in {@code limits}: all but the latency, which stands beside the deadline. */
    static Stream<Dimension> dimensions() {
        return Stream.of(Dimension.values()).filter(dimension -> dimension != Dimension.MAX_LATENCY_MILLIS);
    }

    private static Json limits(Limits limits) {
        Json.ObjectBuilder object = Json.object();
        dimensions().forEach(dimension -> object.put(dimension.code(), Json.whole(limits.of(dimension).most())));
        return object.build();
    }

    private static Limits limits(MemberReader object) {
        Map<Dimension, Ceiling> ceilings = new EnumMap<>(Dimension.class);
        dimensions().forEach(dimension -> ceilings.put(dimension, ceiling(object.optionalWhole(dimension.code()))));
        object.end();
        return Limits.of(ceilings);
    }

    private static Ceiling ceiling(OptionalLong most) {
        return most.isPresent() ? Ceiling.of(most.getAsLong()) : Ceiling.unbounded();
    }

    static Json slot(ProviderSlot slot) {
        return Json.object()
                .put("id", slot.id().value())
                .put("cleared", Json.truth(slot.clearance() == Clearance.CLEARED))
                .put("max_retries", Json.whole(slot.maxRetries().most()))
                .put("quote", slot.quote().map(BindingMembers::quote).orElse(Json.NULL))
                .build();
    }

    private static List<ProviderSlot> slots(List<Json> values) {
        List<ProviderSlot> slots = new ArrayList<>();
        for (Json value : values) {
            MemberReader object = MemberReader.of(value, "providers[" + slots.size() + "]");
            slots.add(new ProviderSlot(
                    new ProviderId(object.text("id")),
                    object.truth("cleared") ? Clearance.CLEARED : Clearance.NOT_CLEARED,
                    ceiling(object.optionalWhole("max_retries")),
                    object.optionalObject("quote").map(BindingMembers::quote)));
            object.end();
        }
        return slots;
    }

    static Json quote(Quote quote) {
        return Json.object()
                .put("context_tokens", quote.contextTokens())
                .put("output_tokens", quote.outputTokens())
                .put("cost_micros", quote.costMicros())
                .build();
    }

    private static Quote quote(MemberReader object) {
        Quote quote = new Quote(object.whole("context_tokens"), object.whole("output_tokens"), object.whole("cost_micros"));
        object.end();
        return quote;
    }

    static Json accounts(Collection<Account> accounts) {
        return Json.array(accounts.stream().map(account -> Json.text(account.value())).toList());
    }

    static List<Account> accounts(MemberReader object) {
        return object.texts("accounts").map(Account::new).toList();
    }
}
