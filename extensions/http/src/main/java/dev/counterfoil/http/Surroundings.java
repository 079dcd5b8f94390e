// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import dev.counterfoil.scheduler.time.SystemTime;
import dev.counterfoil.scheduler.time.Waiter;
import java.time.InstantSource;

/**
 * What whoever asks over HTTP stands in. Immutable.
 *
 * @param waiter lets time pass
 * @param clock what dates are compared to
 * @param hosts finds addresses
 */
record Surroundings(Waiter waiter, InstantSource clock, Hosts hosts) {
    static final Surroundings SYSTEM = new Surroundings(SystemTime.waiter(), SystemTime.wall(), Hosts.SYSTEM);
}
