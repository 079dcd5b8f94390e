// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.model;

import dev.counterfoil.journal.record.Coded;

/** Why a request cannot be made, or cannot be quoted. Immutable. */
public enum ModelFault implements Coded {
    /** It is no chat request, or none that this package sends. */
    REQUEST_MALFORMED,
    /** A member was given beside the ones that have a method of their own, and is one of them, or asks for a stream. */
    MEMBER_NOT_FREE,
    /** It does not ask for this model. */
    MODEL_NOT_ASKED,
    /** The price table has no such model. */
    MODEL_WITHOUT_PRICE,
    /** The counter cannot tell how many tokens it is: it refers to more than its text. */
    NOT_COUNTABLE,
    /** Tokens or cost are beyond the canonical integers. */
    QUOTE_TOO_LARGE
}
