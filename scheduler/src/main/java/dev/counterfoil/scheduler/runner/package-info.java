// SPDX-License-Identifier: Apache-2.0
/**
 * The shell: one dull loop that performs what the machine commands: persist, dispatch, wait, finish. It decides nothing.
 *
 * <p>Here are also the values that a host gives ({@link dev.counterfoil.scheduler.runner.Invocation}) and gets
 * ({@link dev.counterfoil.scheduler.runner.RunOutcome}).
 */
@NullMarked
package dev.counterfoil.scheduler.runner;

import org.jspecify.annotations.NullMarked;
