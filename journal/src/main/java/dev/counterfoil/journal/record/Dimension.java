// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

/**
 * What a limit limits, in the order in which limits are validated and compared. Immutable.
 */
public enum Dimension implements Coded {
    /** Attempts of every kind. */
    MAX_CALLS,
    /** Attempts of kind retry and redelivery, over all providers. */
    MAX_RETRIES,
    /** Attempts of kind failover: switches, not distinct providers. */
    MAX_FAILOVERS,
    /** Context tokens of one attempt. */
    MAX_CONTEXT_TOKENS,
    /** Output tokens of one attempt. */
    MAX_OUTPUT_TOKENS,
    /** Context and output tokens of the invocation. */
    MAX_AGGREGATE_TOKENS,
    /** Cost of the invocation, in millionths of the currency's unit. */
    MAX_COST_MICROS,
    /** Milliseconds from opening to deadline. */
    MAX_LATENCY_MILLIS,
    /** Request bytes of one attempt. */
    MAX_REQUEST_BYTES,
    /** Response bytes of one attempt. */
    MAX_RESPONSE_BYTES,
    /** Request bytes of the invocation. */
    MAX_TOTAL_INPUT_BYTES,
    /** Reserved response bytes of the invocation. */
    MAX_TOTAL_OUTPUT_BYTES
}
