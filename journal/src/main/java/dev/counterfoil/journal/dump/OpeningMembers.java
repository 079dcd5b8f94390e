// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.dump;

import static dev.counterfoil.journal.dump.RecordMembers.content;
import static dev.counterfoil.journal.dump.RecordMembers.text;

import dev.counterfoil.journal.canonical.Json;
import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.Clearance;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Limits;
import dev.counterfoil.journal.record.Opening;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.journal.record.ProviderSlot;
import dev.counterfoil.journal.record.Quote;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.wire.BindingDigest;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** What a dump tells of an opening: the bound members, the operation key by its digest only. Pure. */
final class OpeningMembers {
    private OpeningMembers() {}

    static Json.ObjectBuilder add(Json.ObjectBuilder line, Opening opening) {
        Binding binding = opening.binding();
        text(line, "parent", binding.parent().map(InvocationId::value));
        content(line, Optional.of(binding.request()), "request_sha256", "request_bytes");
        content(line, opening.configuration(), "configuration_sha256", "configuration_bytes");
        text(line, "confidentiality", binding.confidentiality());
        operation(line, binding.operation());
        line.put("limits", limits(binding.limits()));
        binding.deadline().latencyMillis().ifPresent(millis -> line.put("max_latency_millis", millis));
        binding.deadline().at().ifPresent(at -> line.put("deadline_at_millis", at.toEpochMilli()));
        return line.put("providers", Json.array(binding.providers().stream().map(OpeningMembers::slot).toList()))
                .put("quote", quote(binding.quote()))
                .put("backoff", backoff(opening.backoff()))
                .put("doubt", binding.doubt().code())
                .put("accounts", Json.array(binding.accounts().stream().map(account -> Json.text(account.value())).toList()))
                .put("binding_sha256", BindingDigest.of(binding).hex());
    }

    private static void operation(Json.ObjectBuilder line, Operation operation) {
        line.put("contract", operation.contract().code());
        text(line, "scope", operation.scope());
        text(line, "key_sha256", operation.key().map(key -> Sha256.of(key.getBytes(StandardCharsets.UTF_8)).hex()));
    }

    /** The latency stands beside the deadline. */
    private static Json limits(Limits limits) {
        Json.ObjectBuilder object = Json.object();
        for (Dimension dimension : Dimension.values()) {
            if (dimension != Dimension.MAX_LATENCY_MILLIS) {
                object.put(dimension.code(), Json.whole(limits.of(dimension).most()));
            }
        }
        return object.build();
    }

    private static Json slot(ProviderSlot slot) {
        Json.ObjectBuilder object = Json.object()
                .put("id", slot.id().value())
                .put("cleared", Json.truth(slot.clearance() == Clearance.CLEARED))
                .put("max_retries", Json.whole(slot.maxRetries().most()));
        slot.quote().ifPresent(quote -> object.put("quote", quote(quote)));
        return object.build();
    }

    private static Json quote(Quote quote) {
        return Json.object()
                .put("context_tokens", quote.contextTokens())
                .put("output_tokens", quote.outputTokens())
                .put("cost_micros", quote.costMicros())
                .build();
    }

    private static Json backoff(Backoff backoff) {
        return Json.object()
                .put("kind", backoff.kind().code())
                .put("initial_millis", backoff.initialMillis())
                .put("max_millis", backoff.maxMillis())
                .put("factor_thousandths", backoff.factorThousandths())
                .put("jitter", backoff.jitter().code())
                .build();
    }
}
