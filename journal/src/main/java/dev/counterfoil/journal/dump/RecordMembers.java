// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.dump;

import dev.counterfoil.journal.canonical.Json;
import dev.counterfoil.journal.chain.ScannedRecord;
import dev.counterfoil.journal.record.Cancellation;
import dev.counterfoil.journal.record.Charge;
import dev.counterfoil.journal.record.Closing;
import dev.counterfoil.journal.record.Coded;
import dev.counterfoil.journal.record.Content;
import dev.counterfoil.journal.record.Evidence;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.JournalRecord;
import dev.counterfoil.journal.record.Opening;
import dev.counterfoil.journal.record.Outcome;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.journal.record.Usage;
import dev.counterfoil.journal.record.Verdict;
import java.util.Optional;

/** The members of a dump line, record by record; no bytes and no key. Pure. */
record RecordMembers(InvocationId id, ScannedRecord scanned) implements JournalRecord.Cases<Json.ObjectBuilder> {
    private Json.ObjectBuilder envelope(String record, JournalRecord of) {
        return Json.object()
                .put("record", record)
                .put("invocation", id.value())
                .put("sequence", of.stamp().sequence())
                .put("digest", scanned.digest().hex())
                .put("previous", scanned.previous().hex())
                .put("epoch", of.stamp().epoch())
                .put("at_millis", of.stamp().atMillis());
    }

    @Override
    public Json.ObjectBuilder opening(Opening opening) {
        return OpeningMembers.add(envelope("opening", opening), opening);
    }

    @Override
    public Json.ObjectBuilder intent(Intent intent) {
        Json.ObjectBuilder line = envelope("intent", intent)
                .put("ordinal", intent.ordinal())
                .put("kind", intent.kind().code())
                .put("provider", intent.provider().value());
        text(line, "prior", intent.prior().map(Coded::code));
        line.put("charge", charge(intent.charge()));
        text(line, "provider_config_sha256", intent.providerConfiguration().map(Sha256::hex));
        return line;
    }

    private static Json charge(Charge charge) {
        return Json.object()
                .put("calls", charge.calls())
                .put("context_tokens", charge.contextTokens())
                .put("output_tokens", charge.outputTokens())
                .put("cost_micros", charge.costMicros())
                .put("request_bytes", charge.requestBytes())
                .put("response_bytes", charge.responseBytes())
                .build();
    }

    @Override
    public Json.ObjectBuilder outcome(Outcome outcome) {
        Json.ObjectBuilder line = envelope("outcome", outcome)
                .put("ordinal", outcome.ordinal())
                .put("class", outcome.outcomeClass().code());
        text(line, "category", outcome.category().map(Coded::code));
        line.put("observed", usage(outcome.observed()));
        content(line, outcome.response(), "response_sha256", "response_bytes");
        text(line, "reason", outcome.reason().map(Coded::code));
        outcome.retryAfterMillis().ifPresent(millis -> line.put("retry_after_millis", millis));
        return line;
    }

    private static Json usage(Usage usage) {
        return Json.object()
                .put("context_tokens", Json.whole(usage.contextTokens()))
                .put("output_tokens", Json.whole(usage.outputTokens()))
                .put("cost_micros", Json.whole(usage.costMicros()))
                .build();
    }

    @Override
    public Json.ObjectBuilder verdict(Verdict verdict) {
        Json.ObjectBuilder line = envelope("verdict", verdict)
                .put("ordinal", verdict.ordinal())
                .put("verdict", verdict.verdict().code())
                .put("ground", verdict.ground().code());
        content(line, verdict.evidence(), "evidence_sha256", "evidence_bytes");
        text(line, "by", verdict.by());
        text(line, "response_sha256", verdict.response().map(Sha256::hex));
        return line;
    }

    @Override
    public Json.ObjectBuilder cancellation(Cancellation cancellation) {
        Json.ObjectBuilder line = envelope("cancellation", cancellation);
        text(line, "by", cancellation.by());
        return line;
    }

    @Override
    public Json.ObjectBuilder evidence(Evidence evidence) {
        Json.ObjectBuilder line = envelope("evidence", evidence);
        evidence.ordinal().ifPresent(ordinal -> line.put("ordinal", ordinal));
        line.put("what", evidence.what().code());
        content(line, Optional.of(evidence.content()), "sha256", "bytes");
        return line;
    }

    @Override
    public Json.ObjectBuilder closing(Closing closing) {
        return envelope("closing", closing).put("status", closing.status().code()).put("reason", closing.reason().code());
    }

    static void text(Json.ObjectBuilder line, String name, Optional<String> value) {
        value.ifPresent(text -> line.put(name, text));
    }

    static void content(Json.ObjectBuilder line, Optional<Content> content, String digestName, String lengthName) {
        content.ifPresent(each -> line.put(digestName, each.sha256().hex()).put(lengthName, each.bytes()));
    }
}
