// SPDX-License-Identifier: Apache-2.0

/**
 * Providers in their declared order, their clearance, and the classification of their answers.
 */
@NullMarked
package dev.counterfoil.scheduler.provider;

import org.jspecify.annotations.NullMarked;
