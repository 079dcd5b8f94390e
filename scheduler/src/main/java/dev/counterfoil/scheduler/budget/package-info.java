// SPDX-License-Identifier: Apache-2.0

/**
 * Budgets that invocations of one process share: the same thing that the planner checks before anything runs.
 */
@NullMarked
package dev.counterfoil.scheduler.budget;

import org.jspecify.annotations.NullMarked;
