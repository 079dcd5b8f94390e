// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.bench.peer;

/**
 * How large the two steps are: as large as our records of intent and outcome with request and response.
 * The same for who writes no records of ours, so that nobody writes less than another. Immutable.
 */
final class Sizes {
    /** An intent's record with the request. */
    static final int INTENT_BYTES = 320;

    /** An outcome's record with the response. */
    static final int OUTCOME_BYTES = 371;

    private Sizes() {}
}
