// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills.http;

/** What becomes of the exchange that stood still while somebody was killed. Immutable. */
enum Aftermath {
    /** The connection is gone, and what was not handed on is lost. */
    CUT,
    /** It goes on at once, with whoever is there. */
    CARRIED,
    /** It goes on when all that was left has been recovered: a delivery that was on its way for long. */
    LATE
}
