// SPDX-License-Identifier: Apache-2.0

/**
 * Clock, waiter and jitter source, with the only implementations that read the machine's.
 */
@NullMarked
package dev.counterfoil.scheduler.time;

import org.jspecify.annotations.NullMarked;
