// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.wire;

import dev.counterfoil.journal.canonical.Json;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** The members of each kind as the format page lists them, a question mark where null is allowed. Immutable. */
final class MemberShapes {
    private static final String ENVELOPE = "v record sequence at_millis epoch ";
    private static final Map<String, String> KINDS = new TreeMap<>(Map.of(
            "opening",
            "request_sha256 request_bytes configuration_sha256? configuration_bytes? confidentiality? contract scope? key? limits"
                    + " limits.max_calls? limits.max_retries? limits.max_failovers? limits.max_context_tokens? limits.max_output_tokens?"
                    + " limits.max_aggregate_tokens? limits.max_cost_micros? limits.max_request_bytes? limits.max_response_bytes?"
                    + " limits.max_total_input_bytes? limits.max_total_output_bytes? max_latency_millis? deadline_at_millis? providers"
                    + " providers.id providers.cleared providers.max_retries? providers.quote? providers.quote.context_tokens"
                    + " providers.quote.output_tokens providers.quote.cost_micros quote quote.context_tokens quote.output_tokens"
                    + " quote.cost_micros backoff backoff.kind backoff.initial_millis backoff.max_millis backoff.factor_thousandths"
                    + " backoff.jitter doubt accounts parent?",
            "intent",
            "ordinal kind provider prior? charge charge.calls charge.context_tokens charge.output_tokens charge.cost_micros"
                    + " charge.request_bytes charge.response_bytes charge.accounts provider_config_sha256?",
            "outcome",
            "ordinal class category? observed observed.context_tokens? observed.output_tokens? observed.cost_micros? response_sha256?"
                    + " response_bytes? reason? retry_after_millis?",
            "verdict", "ordinal verdict ground evidence_sha256? evidence_bytes? by? response_sha256?",
            "cancellation", "by?",
            "evidence", "ordinal? what sha256 bytes",
            "closing", "status reason"));

    private MemberShapes() {}

    static TreeSet<String> members(String kind) {
        return new TreeSet<>(List.of((ENVELOPE + KINDS.get(kind)).replace("?", "").split(" ")));
    }

    static TreeSet<String> nullable(String kind) {
        TreeSet<String> nullable = new TreeSet<>();
        for (String member : KINDS.get(kind).split(" ")) {
            if (member.endsWith("?")) {
                nullable.add(member.substring(0, member.length() - 1));
            }
        }
        return nullable;
    }

    static void collect(Json.Members golden, Map<String, TreeSet<String>> present, Map<String, TreeSet<String>> absent) {
        String kind = ((Json.Text) golden.member("record").orElseThrow()).value();
        walk(
                golden, "", present.computeIfAbsent(kind, k -> new TreeSet<>()), absent.computeIfAbsent(kind, k -> new TreeSet<>()));
    }

    private static void walk(Json value, String path, TreeSet<String> present, TreeSet<String> absent) {
        if (value instanceof Json.Members object) {
            object.members().forEach((name, member) -> {
                String here = path.isEmpty() ? name : path + "." + name;
                (member.equals(Json.NULL) ? absent : present).add(here);
                walk(member, here, present, absent);
            });
        } else if (value instanceof Json.Elements array) {
            array.elements().forEach(element -> walk(element, path, present, absent));
        }
    }
}
