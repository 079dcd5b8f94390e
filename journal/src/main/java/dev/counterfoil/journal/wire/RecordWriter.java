// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.wire;

import dev.counterfoil.journal.canonical.Json;
import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Cancellation;
import dev.counterfoil.journal.record.Charge;
import dev.counterfoil.journal.record.Closing;
import dev.counterfoil.journal.record.Coded;
import dev.counterfoil.journal.record.Content;
import dev.counterfoil.journal.record.Evidence;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.JournalRecord;
import dev.counterfoil.journal.record.Opening;
import dev.counterfoil.journal.record.Outcome;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.record.Stamp;
import dev.counterfoil.journal.record.Usage;
import dev.counterfoil.journal.record.Verdict;
import java.util.Optional;

/** Format v1, written: one flat object per record, every member of its kind, null where there is nothing. Pure; immutable. */
final class RecordWriter implements JournalRecord.Cases<Json.Members> {
    @Override
    public Json.Members opening(Opening opening) {
        Json.ObjectBuilder object = envelope("opening", opening.stamp());
        BindingMembers.write(object, opening.binding());
        content(object, opening.configuration(), "configuration_sha256", "configuration_bytes");
        return object.put("backoff", backoff(opening.backoff())).build();
    }

    @Override
    public Json.Members intent(Intent intent) {
        return envelope("intent", intent.stamp())
                .put("ordinal", ordinal(intent.ordinal()))
                .put("kind", intent.kind().code())
                .put("provider", intent.provider().value())
                .put("prior", word(intent.prior()))
                .put("charge", charge(intent.charge()))
                .put("provider_config_sha256", digest(intent.providerConfiguration()))
                .build();
    }

    @Override
    public Json.Members outcome(Outcome outcome) {
        Json.ObjectBuilder object = envelope("outcome", outcome.stamp())
                .put("ordinal", ordinal(outcome.ordinal()))
                .put("class", outcome.outcomeClass().code())
                .put("category", word(outcome.category()))
                .put("observed", usage(outcome.observed()));
        content(object, outcome.response(), "response_sha256", "response_bytes");
        return object.put("reason", word(outcome.reason()))
                .put("retry_after_millis", Json.whole(outcome.retryAfterMillis()))
                .build();
    }

    @Override
    public Json.Members verdict(Verdict verdict) {
        Json.ObjectBuilder object = envelope("verdict", verdict.stamp())
                .put("ordinal", ordinal(verdict.ordinal()))
                .put("verdict", verdict.verdict().code())
                .put("ground", verdict.ground().code());
        content(object, verdict.evidence(), "evidence_sha256", "evidence_bytes");
        return object.put("by", Json.text(verdict.by()))
                .put("response_sha256", digest(verdict.response()))
                .build();
    }

    @Override
    public Json.Members cancellation(Cancellation cancellation) {
        return envelope("cancellation", cancellation.stamp()).put("by", Json.text(cancellation.by())).build();
    }

    @Override
    public Json.Members evidence(Evidence evidence) {
        return envelope("evidence", evidence.stamp())
                .put("ordinal", evidence.ordinal().isPresent() ? ordinal(evidence.ordinal().getAsInt()) : Json.NULL)
                .put("what", evidence.what().code())
                .put("sha256", evidence.content().sha256().hex())
                .put("bytes", evidence.content().bytes())
                .build();
    }

    @Override
    public Json.Members closing(Closing closing) {
        return envelope("closing", closing.stamp())
                .put("status", closing.status().code())
                .put("reason", closing.reason().code())
                .build();
    }

    private static Json.ObjectBuilder envelope(String tag, Stamp stamp) {
        return Json.object()
                .put("v", RecordCodec.VERSION)
                .put("record", tag)
                .put("sequence", stamp.sequence())
                .put("at_millis", stamp.atMillis())
                .put("epoch", stamp.epoch());
    }

    private static Json ordinal(int ordinal) {
        if (ordinal >= Bounds.ATTEMPTS) {
            throw new IllegalArgumentException("ordinal is " + ordinal + ", an invocation has at most " + Bounds.ATTEMPTS + " attempts");
        }
        return Json.whole(ordinal);
    }

    private static Json charge(Charge charge) {
        return Json.object()
                .put("calls", charge.calls())
                .put("context_tokens", charge.contextTokens())
                .put("output_tokens", charge.outputTokens())
                .put("cost_micros", charge.costMicros())
                .put("request_bytes", charge.requestBytes())
                .put("response_bytes", charge.responseBytes())
                .put("accounts", BindingMembers.accounts(charge.accounts()))
                .build();
    }

    private static Json usage(Usage usage) {
        return Json.object()
                .put("context_tokens", Json.whole(usage.contextTokens()))
                .put("output_tokens", Json.whole(usage.outputTokens()))
                .put("cost_micros", Json.whole(usage.costMicros()))
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

    private static void content(Json.ObjectBuilder object, Optional<Content> content, String digestName, String lengthName) {
        object.put(digestName, digest(content.map(Content::sha256)));
        object.put(lengthName, content.map(c -> Json.whole(c.bytes())).orElse(Json.NULL));
    }

    private static Json digest(Optional<Sha256> digest) {
        return Json.text(digest.map(Sha256::hex));
    }

    private static Json word(Optional<? extends Coded> word) {
        return Json.text(word.map(Coded::code));
    }
}
