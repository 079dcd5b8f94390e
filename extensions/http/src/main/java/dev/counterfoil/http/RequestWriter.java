// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import dev.counterfoil.journal.record.Bytes;
import java.util.Optional;

/**
 * Makes what is sent to one endpoint of a request that several may get: the same question in an endpoint's own words. Implemented by hosts
 * that know the API; must be thread-safe, quick, and give the same bytes for the same request.
 */
@FunctionalInterface
public interface RequestWriter {
    /**
     * Writes.
     *
     * @param request the bytes that are bound to the invocation, and whose number is charged
     * @return what is sent, not longer than the request; empty where this endpoint has no words for it, and then nothing is sent
     */
    Optional<Bytes> write(Bytes request);
}
