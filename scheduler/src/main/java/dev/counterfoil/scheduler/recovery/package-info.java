// SPDX-License-Identifier: Apache-2.0

/**
 * The recovery table: what a folded journal permits, letter by letter.
 */
@NullMarked
package dev.counterfoil.scheduler.recovery;

import org.jspecify.annotations.NullMarked;
