// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills.http;

/**
 * What the receiver has of one invocation. Immutable.
 *
 * @param effects how many, whatever their keys
 * @param state of its key; {@code keyless} where it has none
 * @param effectId under its key; 0 where there is none
 */
record Ledger(long effects, String state, long effectId) {
    boolean isClosed() {
        return state.equals("closed") || state.equals("rejected");
    }
}
