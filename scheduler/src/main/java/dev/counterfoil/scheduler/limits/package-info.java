// SPDX-License-Identifier: Apache-2.0

/**
 * Limits of three sources, their intersection, and quotes: numbers before any of them is spent.
 */
@NullMarked
package dev.counterfoil.scheduler.limits;

import org.jspecify.annotations.NullMarked;
