// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills;

import java.util.List;

/** Totals, added up from dump lines without the product's fold. Immutable. */
record Totals(long calls, long retries, long failovers, long contextTokens, long outputTokens, long aggregateTokens, long costMicros,
        long requestBytes, long responseBytes) {
    static Totals told(Line totals) {
        return new Totals(totals.number("calls"), totals.number("retries"), totals.number("failovers"), totals.number("context_tokens"),
                totals.number("output_tokens"), totals.number("aggregate_tokens"), totals.number("cost_micros"),
                totals.number("request_bytes"), totals.number("response_bytes_reserved"));
    }

    static Totals of(List<Line> records) {
        Totals sum = new Totals(0, 0, 0, 0, 0, 0, 0, 0, 0);
        for (Line intent : records) {
            if (intent.is("record", "intent")) {
                sum = sum.plus(attempt(intent, records));
            }
        }
        return sum;
    }

    private static Totals attempt(Line intent, List<Line> records) {
        Line charge = intent.object("charge").orElseThrow();
        Line observed = records.stream()
                .filter(line -> line.is("record", "outcome") && line.invocation().equals(intent.invocation())
                        && line.number("ordinal") == intent.number("ordinal"))
                .findFirst().flatMap(outcome -> outcome.object("observed")).orElse(charge);
        long context = exposure("context_tokens", charge, observed);
        long output = exposure("output_tokens", charge, observed);
        boolean again = intent.is("kind", "retry") || intent.is("kind", "redelivery");
        return new Totals(charge.number("calls"), again ? 1 : 0, intent.is("kind", "failover") ? 1 : 0, context, output, context + output,
                exposure("cost_micros", charge, observed), charge.number("request_bytes"), charge.number("response_bytes"));
    }

    private static long exposure(String unit, Line charge, Line observed) {
        return Math.max(charge.number(unit), observed.whole(unit).orElse(0L));
    }

    private Totals plus(Totals more) {
        return new Totals(calls + more.calls, retries + more.retries, failovers + more.failovers, contextTokens + more.contextTokens,
                outputTokens + more.outputTokens, aggregateTokens + more.aggregateTokens, costMicros + more.costMicros,
                requestBytes + more.requestBytes, responseBytes + more.responseBytes);
    }
}
