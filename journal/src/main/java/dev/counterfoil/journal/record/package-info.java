// SPDX-License-Identifier: Apache-2.0
/**
 * The vocabulary of a journal: the seven records, the closed lists of words that stand in them, and the value types they are made of.
 *
 * <p>Nothing here reads a clock, a disk or a random source. A value that can be built is valid: every constructor checks.
 */
@NullMarked
package dev.counterfoil.journal.record;

import org.jspecify.annotations.NullMarked;
