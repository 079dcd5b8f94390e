// SPDX-License-Identifier: Apache-2.0

/**
 * The dull shell: one loop that performs the machine's commands.
 */
@NullMarked
package dev.counterfoil.scheduler.runner;

import org.jspecify.annotations.NullMarked;
