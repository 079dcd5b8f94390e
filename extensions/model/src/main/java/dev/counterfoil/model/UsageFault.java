// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.model;

import dev.counterfoil.journal.record.Coded;

/** Why a report of usage is not taken. Immutable. */
enum UsageFault implements Coded {
    /** It is no object, or a part of it is none. */
    NOT_AN_OBJECT,
    /** A number is none that counts: text, a fraction, negative, or spelled in another way than digits. */
    NOT_A_COUNT,
    /** A number is greater than anything that can be observed. */
    TOO_LARGE,
    /** A part is greater than what it is part of. */
    PART_EXCEEDS_WHOLE,
    /** The total is less than what it is made of. */
    TOTAL_BELOW_PARTS
}
