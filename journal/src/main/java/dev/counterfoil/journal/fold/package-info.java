// SPDX-License-Identifier: Apache-2.0

/**
 * The one fold: committed records in, state and totals out, or the violation that stops it.
 */
@NullMarked
package dev.counterfoil.journal.fold;

import org.jspecify.annotations.NullMarked;
