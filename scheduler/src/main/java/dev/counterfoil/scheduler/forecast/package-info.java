// SPDX-License-Identifier: Apache-2.0

/**
 * What an invocation may still do at worst, found by the same fold and the same admission that a run goes by, and said as a policy for the
 * planner. Pure: it reads no clock and no store.
 */
@NullMarked
package dev.counterfoil.scheduler.forecast;

import org.jspecify.annotations.NullMarked;
