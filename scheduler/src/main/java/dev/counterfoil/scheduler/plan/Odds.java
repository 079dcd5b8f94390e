// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

/**
 * How a policy may turn out. Immutable.
 *
 * @param success the probability that it succeeds
 * @param attempts how many attempts it makes on average
 * @param successWithinLimit the probability that it succeeds by attempts that are sure to end in time
 */
public record Odds(double success, Expected attempts, double successWithinLimit) {}
