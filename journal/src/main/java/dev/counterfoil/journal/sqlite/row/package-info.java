// SPDX-License-Identifier: Apache-2.0

/**
 * The journal as rows: what a transaction reads and writes, the anchor that counts and sums it, and the checks that hold rows, anchor and
 * structure against each other. Everything here works on a connection that it is given, within a transaction or a view of the caller:
 * nothing begins, ends or repeats one.
 */
@NullMarked
package dev.counterfoil.journal.sqlite.row;

import org.jspecify.annotations.NullMarked;
