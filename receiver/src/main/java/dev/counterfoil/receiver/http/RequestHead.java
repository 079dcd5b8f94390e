// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.http;

import java.util.List;
import java.util.OptionalLong;

/**
 * What of a request is looked at before its body. Immutable.
 *
 * @param method as it was sent
 * @param path as it was sent, percent-encoded
 * @param query as it was sent, percent-encoded; empty where there is none
 * @param keys every field line {@code Idempotency-Key}
 * @param idempotents every field line {@code Idempotent}
 * @param codings every coding in {@code Transfer-Encoding}, in order
 * @param bodyBytes what {@code Content-Length} says
 */
record RequestHead(
        String method,
        String path,
        String query,
        List<String> keys,
        List<String> idempotents,
        List<String> codings,
        OptionalLong bodyBytes) {
    RequestHead {
        keys = List.copyOf(keys);
        idempotents = List.copyOf(idempotents);
        codings = List.copyOf(codings);
    }
}
