// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.fuzz;

import dev.counterfoil.cli.spec.Dispatchers;
import dev.counterfoil.cli.spec.SpecReader;
import dev.counterfoil.cli.spec.SpecSource;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.runner.Invocation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;

/** What the mutations begin with. Nothing here, and nothing that is made of it, starts a process. Pure. */
final class GoodInput {
    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    static final List<byte[]> SPECS = Stream.of(
                    """
                    {"id": "order-17", "request": {"cnry7name": "cnry7value", "n": [1, 2.5, {"cnry7name": 1e-7}]},
                    "confidentiality": "internal",
                     "operation": {"contract": "receiver_idempotent", "scope": "acme/orders", "key": "cnry7value"},
                     "limits": {"max_calls": 4, "max_retries": 2, "max_failovers": 1, "max_context_tokens": 2000,
                       "max_output_tokens": 500, "max_aggregate_tokens": 10000, "max_cost_micros": 50000, "max_latency_millis": 20000,
                       "max_request_bytes": 65536, "max_response_bytes": 65536, "max_total_input_bytes": null,
                       "max_total_output_bytes": null},
                     "quote": {"context_tokens": 800, "output_tokens": 200, "cost_micros": 1200},
                     "backoff": {"kind": "exponential", "initial": "100ms", "max": "2s", "factor": 2, "jitter": "full"},
                     "attempt_timeout": "5s", "doubt": "strict", "accounts": ["acme"], "parent": "whole",
                     "providers": [
                       {"id": "primary", "cleared_for": ["public", "internal"], "max_retries": 2, "exec": ["./p.sh", "cnry7value"],
                        "rejected_exit_codes": [64, 65], "retryable_exit_codes": [75], "permanent_exit_codes": [77]},
                       {"id": "fallback", "cleared_for": ["internal"], "quote": {"cost_micros": 3000}, "exec": ["/bin/true"]}]}""",
                    """
                    {"id":"b","request_text":"cnry7value","limits":{"source":{"max_calls":9},"deployment":{"max_calls":3,
                    "max_cost_micros":5},
                     "invocation":{"max_retries":1,"max_latency_millis":null}},"deadline_at":"2030-01-31T12:00:00.5+01:00",
                     "backoff":{"kind":"none"},"doubt":"redeliver","providers":[{"id":"p","exec":["true"]}]}""",
                    """
                    {"id":"c","request_base64":"Y25yeTd2YWx1ZQ==","limits":{"max_calls":1},"deadline_at_millis":4102444800000,
                     "operation":{"contract":"read_only"},"backoff":{"kind":"fixed","initial":"0ms","max":"1h","factor":1.125,
                     "jitter":"none"},
                     "providers":[{"id":"p","exec":["/bin/true","cnry7value"],"max_retries":null}]}""",
                    """
                    {"id":"d","request":"cnry7value","limits":{"max_calls":1024,"max_latency_millis":0},"doubt":"reconcile",
                     "accounts":["a","b","\u00e9"],"providers":[{"id":"p","exec":["true"]},{"id":"q","exec":["true"]},{"id":"r",
                     "exec":["x"]}]}""")
            .map(text -> text.getBytes(StandardCharsets.UTF_8))
            .toList();

    static final List<byte[]> REPORTS = Stream.of(
                    "{\"context_tokens\":800,\"output_tokens\":200,\"cost_micros\":1200,\"retry_after_millis\":250}",
                    "{\"cost_micros\":2251799813685247}", "{}", " {\"retry_after_millis\" : null}\n")
            .map(text -> text.getBytes(StandardCharsets.UTF_8))
            .toList();

    static final List<byte[]> CONFIGURATIONS = SPECS.stream()
            .map(spec -> read(spec).configuration().orElseThrow().toArray())
            .toList();

    private GoodInput() {}

    /** The way to call a provider starts nothing and answers at once. */
    static SpecReader reader() {
        return new SpecReader(
                Path.of("/somewhere"), Dispatchers.all(dispatch -> Answer.completed("cnry7value")), InstantSource.fixed(NOW));
    }

    private static Invocation read(byte[] spec) {
        return reader().read(spec, SpecSource.named("good"), 1);
    }
}
