// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills.http;

/**
 * One kill. Immutable.
 *
 * @param step where it comes
 * @param victim who dies
 * @param aftermath of the exchange that stood still there
 * @param isBackAtOnce whether a receiver that died serves again before anything goes on, or only after the command has ended
 * @param permille which part of request or answer was handed on, where only a part was
 * @param delayMillis of a kill at random
 */
record HttpKill(Step step, Victim victim, Aftermath aftermath, boolean isBackAtOnce, int permille, long delayMillis) {
    /** One whose exchange is lost. */
    static HttpKill at(Step step, Victim victim) {
        return new HttpKill(step, victim, Aftermath.CUT, true, 500, 50);
    }
}
