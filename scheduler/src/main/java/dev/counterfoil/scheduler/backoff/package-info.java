// SPDX-License-Identifier: Apache-2.0

/**
 * How long to wait before the next attempt: bounded at any input, a hint is a floor.
 */
@NullMarked
package dev.counterfoil.scheduler.backoff;

import org.jspecify.annotations.NullMarked;
