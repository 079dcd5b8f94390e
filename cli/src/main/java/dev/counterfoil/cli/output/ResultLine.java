// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.output;

import dev.counterfoil.journal.fold.Totals;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.Sha256;
import dev.counterfoil.scheduler.runner.InvocationResult;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/**
 * The line that tells what became of an invocation. Pure; thread-safe.
 *
 * <p>Every member is always there, null where there is nothing; but the response is {@code response} where it is UTF-8 (null where there
 * is none), {@code response_base64} where it is not, and {@code "response_erased":true} where only its digest is left.
 */
public final class ResultLine {
    private ResultLine() {}

    /**
     * A result as JSON.
     *
     * @param result what became of the invocation
     * @return one compact line
     */
    public static String json(InvocationResult result) {
        JsonLine line = new JsonLine()
                .put("invocation", result.invocation().value())
                .put("status", result.status().code())
                .put("reason", result.reason())
                .put("business_state", result.businessState().code());
        flag(line, "replayed", result.origin() == InvocationResult.Origin.REPLAYED);
        flag(line, "late", result.late() == InvocationResult.Timeliness.LATE);
        line.put("attempts", result.attempts())
                .put("provider", result.provider().map(ProviderId::value))
                .put("response_sha256", result.responseSha256().map(Sha256::hex));
        response(line, result);
        return line.put("totals", totals(result.totals())).toString();
    }

    private static void flag(JsonLine line, String name, boolean value) {
        if (value) {
            line.yes(name);
        } else {
            line.no(name);
        }
    }

    private static void response(JsonLine line, InvocationResult result) {
        if (result.isResponseErased()) {
            line.yes("response_erased");
            return;
        }
        Optional<String> text = result.response().flatMap(ResultLine::text);
        if (result.response().isPresent() && text.isEmpty()) {
            line.put("response_base64", Base64.getEncoder().encodeToString(result.response().get().toArray()));
        } else {
            line.put("response", text);
        }
    }

    /**
     * Bytes as text.
     *
     * @param bytes the bytes
     * @return empty where they are not UTF-8
     */
    static Optional<String> text(Bytes bytes) {
        try {
            return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toArray())).toString());
        } catch (CharacterCodingException notText) {
            return Optional.empty();
        }
    }

    /**
     * Totals as JSON: tokens and cost are exposure, the rest counts.
     *
     * @param totals the totals
     * @return the object
     */
    public static JsonLine totals(Totals totals) {
        return new JsonLine()
                .put("calls", totals.calls())
                .put("retries", totals.retries())
                .put("failovers", totals.failovers())
                .put("context_tokens", totals.contextTokens())
                .put("output_tokens", totals.outputTokens())
                .put("aggregate_tokens", totals.aggregateTokens())
                .put("cost_micros", totals.costMicros())
                .put("request_bytes", totals.requestBytes())
                .put("response_bytes_reserved", totals.responseBytesReserved());
    }
}
