// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.scheduler.dispatch.Cancellation;
import dev.counterfoil.scheduler.lookup.Lookup;
import dev.counterfoil.scheduler.lookup.LookupAnswer;
import dev.counterfoil.scheduler.time.Countdown;
import dev.counterfoil.scheduler.time.SystemTime;
import java.time.Duration;
import java.util.Optional;

/** One question about one operation, and its answer in words. */
final class Asking {
    private static final String SCOPE = "acme/orders é";
    private static final String KEY = "order-17 & more";

    private Asking() {}

    static Lookup lookup(Bytes request, Cancellation cancellation) {
        Lookup.Subject subject = new Lookup.Subject(
                new InvocationId("i"), 0, new ProviderId("p"), SCOPE, KEY, request.content(), 1 << 20);
        return new Lookup(subject, cancellation, Countdown.of(SystemTime.ticker(), Optional.of(Duration.ofMinutes(2))));
    }

    static String said(LookupAnswer answer) {
        String retention = answer instanceof LookupAnswer.Unavailable unavailable ? " " + unavailable.retention().code() : "";
        String response = answer instanceof LookupAnswer.Completed completed
                ? " " + completed.response().map(Bytes::utf8).orElse("nothing")
                : "";
        return answer.receipt().code() + retention + response;
    }
}
