// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.journal.canonical.CanonicalWriter;
import dev.counterfoil.journal.canonical.Json;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Content;
import dev.counterfoil.scheduler.lookup.LookupAnswer;

/**
 * Holds a look-up's answer to the invocation's bound of a response. A result that is larger cannot be adopted, as it could not have been
 * taken from the provider: the book is unavailable then, and digest and length of the result are kept. Pure.
 */
final class LookupBounds {
    private LookupBounds() {}

    static LookupAnswer hold(LookupAnswer answer, long responseBytes) {
        return answer instanceof LookupAnswer.Completed completed
                ? completed.response().filter(response -> response.size() > responseBytes).map(LookupBounds::tooLarge).orElse(answer)
                : answer;
    }

    private static LookupAnswer tooLarge(Bytes response) {
        Content content = response.content();
        return LookupAnswer.unavailable().saying(Bytes.of(CanonicalWriter.write(Json.object()
                .put("response_bytes", content.bytes())
                .put("response_sha256", content.sha256().hex())
                .build())));
    }
}
