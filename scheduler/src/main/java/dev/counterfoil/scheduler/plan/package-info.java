// SPDX-License-Identifier: Apache-2.0

/**
 * The planner: how long a declared policy may take at worst, how many attempts and retries it may make, and whether shared retry budgets
 * can pay for them, said before anything runs. Pure: it reads no clock and no store, calls nobody and never waits. Numbers are doubles,
 * added from left to right and capped after each step, so that a plan is the same to the last bit everywhere.
 */
@NullMarked
package dev.counterfoil.scheduler.plan;

import org.jspecify.annotations.NullMarked;
