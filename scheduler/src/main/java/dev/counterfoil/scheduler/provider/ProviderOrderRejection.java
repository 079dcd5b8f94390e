// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.provider;

import dev.counterfoil.journal.record.Coded;

/** Why an order of providers is not one, in the order in which it is checked. Immutable. */
public enum ProviderOrderRejection implements Coded {
    /** There is no provider at all. */
    NO_PRIMARY_PROVIDER,
    /** The first provider may not see the request, so no attempt could ever start. */
    PRIMARY_NOT_CLEARED,
    /** There are more than 256. */
    TOO_MANY_PROVIDERS,
    /** An id has more than 256 UTF-8 bytes. */
    PROVIDER_ID_TOO_LONG,
    /** An id is empty, or has a control character or a lone surrogate. */
    PROVIDER_ID_MALFORMED,
    /** Two providers have the same id. */
    DUPLICATE_PROVIDER
}
