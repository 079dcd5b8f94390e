// SPDX-License-Identifier: Apache-2.0
/**
 * The heart of the scheduler: {@link dev.counterfoil.scheduler.machine.InvocationMachine} says, from what is known of an invocation and
 * what has just happened, what to do next. Pure: the shell performs the commands and reports back.
 *
 * <p>To understand the product read the machine, the recovery table and admission; the shell decides nothing.
 */
@NullMarked
package dev.counterfoil.scheduler.machine;

import org.jspecify.annotations.NullMarked;
