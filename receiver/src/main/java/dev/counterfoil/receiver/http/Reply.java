// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.http;

import dev.counterfoil.receiver.receipt.Answer;
import dev.counterfoil.receiver.receipt.PendingClaim;
import dev.counterfoil.receiver.receipt.Receipt;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * An answer as it goes over the wire. No detail names a scope, a key or a payload. Immutable.
 *
 * @param status the status code
 * @param headers beside those that every answer has
 * @param body one JSON object
 */
record Reply(int status, Map<String, String> headers, String body) {
    /** When somebody has it in hand, or the database is busy, asking again at once is of no use. */
    static final Map<String, String> LATER = Map.of("Retry-After", "1");

    /** What is left of the body is not waited for. */
    static final Map<String, String> LAST = Map.of("Connection", "close");

    /** Both: nothing was done, and on another connection it may be. */
    static final Map<String, String> ELSEWHERE = Map.of("Retry-After", "1", "Connection", "close");

    Reply {
        headers = Map.copyOf(headers);
    }

    /** An error; the detail is plain text of ours. */
    static Reply error(ErrorCode code, String detail) {
        return error(code, detail, Map.of());
    }

    static Reply error(ErrorCode code, String detail, Map<String, String> headers) {
        return new Reply(code.status(), headers, "{\"error\":\"" + code.code() + "\",\"detail\":\"" + escaped(detail) + "\"}");
    }

    /** What a delivery is answered. */
    static Reply of(Answer answer) {
        if (answer instanceof Answer.Accepted accepted) {
            return completed(201, accepted.effectId(), Map.of());
        }
        if (answer instanceof Answer.Replayed replayed) {
            return completed(200, replayed.effectId(), Map.of("Idempotency-Replayed", "true"));
        }
        if (answer instanceof Answer.Conflict conflict) {
            return error(ErrorCode.PAYLOAD_CONFLICT, "the key is bound to the payload with SHA-256 " + conflict.bound());
        }
        if (answer instanceof Answer.InProgress inProgress) {
            return error(ErrorCode.IN_PROGRESS, since(inProgress.claim()), LATER);
        }
        if (answer instanceof Answer.Rejected) {
            return error(ErrorCode.REJECTED, "the operation had no effect, and gets none");
        }
        return answer instanceof Answer.Expired
                ? error(ErrorCode.EXPIRED, "the operation had ended, and its retention is over; nothing was done again")
                : error(ErrorCode.CLOSED, "the operation was closed before it arrived; nothing was done");
    }

    private static String since(Optional<PendingClaim> claim) {
        return claim.map(each -> "claimed at " + each.since() + ", and not ended so far")
                .orElse("another delivery of it is being done just now");
    }

    /** What a delivery without a key is answered. */
    static Reply performed(long effectId) {
        return completed(201, effectId, Map.of());
    }

    private static Reply completed(int status, long effectId, Map<String, String> headers) {
        return new Reply(status, headers, "{\"state\":\"completed\",\"effect_id\":" + effectId + "}");
    }

    /** What a look-up is told. */
    static Reply of(Receipt receipt) {
        return new Reply(200, Map.of(), receipt.json());
    }

    /** How many effects there are. */
    static Reply count(long effects) {
        return new Reply(200, Map.of(), "{\"effects\":" + effects + "}");
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                escaped.append('\\').append(c);
            } else if (c < 0x20 || c > 0x7e) {
                escaped.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }
}
