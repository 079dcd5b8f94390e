// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.admission;

import java.time.Duration;

/**
 * The attempt that comes next, decided before its wait. The charge becomes an intent after the wait, when {@link Admission} is asked
 * again with the present of that moment. Immutable.
 *
 * @param decision whether it may be made
 * @param delay how long is waited first
 */
public record Proposal(Decision decision, Duration delay) {}
