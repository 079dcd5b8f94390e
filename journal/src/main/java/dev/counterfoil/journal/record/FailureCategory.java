// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

/** What kind of failure a transport saw. Says nothing of the effect. Immutable. */
public enum FailureCategory implements Coded {
    /** No answer in time. */
    TIMEOUT,
    /** We gave up. */
    CANCELLED,
    /** The provider has no room. */
    CAPACITY_EXCEEDED,
    /** The provider failed. */
    PROVIDER_ERROR,
    /** The answer could not be used. */
    MALFORMED_RESPONSE,
    /** The provider said no. */
    REFUSED
}
