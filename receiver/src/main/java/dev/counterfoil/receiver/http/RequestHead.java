// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.http;

import java.util.List;

/**
 * What of a request is looked at before its body. Immutable.
 *
 * @param method as it was sent
 * @param path as it was sent, percent-encoded
 * @param query as it was sent, percent-encoded; empty where there is none
 * @param keys every field line {@code Idempotency-Key}
 * @param idempotents every field line {@code Idempotent}
 * @param bodyBytes what {@code Content-Length} says; -1 where it says nothing
 */
record RequestHead(String method, String path, String query, List<String> keys, List<String> idempotents, long bodyBytes) {
    RequestHead {
        keys = List.copyOf(keys);
        idempotents = List.copyOf(idempotents);
    }
}
