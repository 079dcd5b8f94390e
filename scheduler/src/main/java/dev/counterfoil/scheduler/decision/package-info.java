// SPDX-License-Identifier: Apache-2.0

/**
 * The published recovery decision: one answer after one failure, from one snapshot. A calculation for hosts without a journal; the runtime
 * itself goes by {@code scheduler.recovery} and does not know this package.
 */
@NullMarked
package dev.counterfoil.scheduler.decision;

import org.jspecify.annotations.NullMarked;
