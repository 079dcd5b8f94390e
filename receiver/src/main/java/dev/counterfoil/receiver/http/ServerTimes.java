// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.http;

/**
 * How long is waited for whom. Immutable.
 *
 * @param idleMillis a connection on which nothing comes or goes for so long is ended
 * @param lifespanMillis a connection on which no request comes whole for so long is ended
 * @param idleAtStopMillis the first, where it stops and no request is under way there
 * @param stopMillis how long requests that are under way may take when it stops
 */
record ServerTimes(long idleMillis, long lifespanMillis, long idleAtStopMillis, long stopMillis) {
    /** Those of every server outside of tests. */
    static final ServerTimes STANDARD = new ServerTimes(ReceiverServer.IDLE_MILLIS, ReceiverServer.LIFESPAN_MILLIS, 1_000,
            ReceiverServer.STOP_MILLIS);
}
