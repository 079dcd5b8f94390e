// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.BackoffKind;
import dev.counterfoil.journal.record.Jitter;
import dev.counterfoil.journal.record.Quote;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/** Reads the backoff, the attempt's timeout, and quotes. */
final class PaceReader {
    private PaceReader() {}

    /** What is left out is that of the standard backoff, moved where it would contradict what is given. */
    static Backoff backoff(SpecObject spec) {
        Optional<JsonTree> value = spec.member("backoff");
        if (value.isEmpty()) {
            return Backoff.STANDARD;
        }
        SpecObject object = SpecObject.of(spec.source(), value.get(), "kind", "initial", "max", "factor", "jitter");
        Optional<Long> initial = object.checked("initial", Durations::parse).map(Duration::toMillis);
        Optional<Long> max = object.checked("max", Durations::parse).map(Duration::toMillis);
        long most = max.orElse(Math.max(initial.orElse(0L), Backoff.STANDARD.maxMillis()));
        long first = initial.orElse(Math.min(Backoff.STANDARD.initialMillis(), most));
        BackoffKind kind = object.word("kind", BackoffKind.class).orElse(Backoff.STANDARD.kind());
        long factor = object.member("factor").map(number -> thousandths(object, number)).orElse(Backoff.STANDARD.factorThousandths());
        Jitter jitter = object.word("jitter", Jitter.class).orElse(Backoff.STANDARD.jitter());
        return object.attempt(object.placeOf("initial"), () -> new Backoff(kind, first, most, factor, jitter));
    }

    private static long thousandths(SpecObject object, JsonTree value) {
        if (value instanceof JsonTree.Numeral number) {
            BigDecimal factor = number.value();
            boolean inRange = factor.compareTo(BigDecimal.ONE) >= 0 && factor.compareTo(BigDecimal.valueOf(1_000)) <= 0;
            if (inRange && factor.stripTrailingZeros().scale() <= 3) {
                return factor.movePointRight(3).longValueExact();
            }
        }
        throw object.refuse("factor", "must be a number from 1 to 1000 with at most three decimals");
    }

    static Optional<Duration> attemptTimeout(SpecObject spec) {
        Optional<Duration> timeout = spec.checked("attempt_timeout", Durations::parse);
        if (timeout.filter(Duration::isZero).isPresent()) {
            throw spec.refuse("attempt_timeout", "must be longer than 0ms; leave it out for none");
        }
        return timeout;
    }

    /** A quote whose members, where they are left out, are those of another. */
    static Optional<Quote> quote(SpecObject owner, Quote otherwise) {
        return owner.member("quote").map(value -> {
            SpecObject object = SpecObject.of(owner.source(), value, "context_tokens", "output_tokens", "cost_micros");
            return new Quote(
                    amount(object, "context_tokens", otherwise.contextTokens()),
                    amount(object, "output_tokens", otherwise.outputTokens()),
                    amount(object, "cost_micros", otherwise.costMicros()));
        });
    }

    private static long amount(SpecObject object, String name, long otherwise) {
        long amount = object.whole(name).orElse(otherwise);
        if (amount < 0) {
            throw object.refuse(name, "must not be negative");
        }
        return amount;
    }
}
