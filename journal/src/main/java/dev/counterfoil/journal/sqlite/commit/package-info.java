// SPDX-License-Identifier: Apache-2.0

/**
 * Who commits, when, and what became of it: a connection under its lock, callers that share one commit, and the search for the fate of
 * one that failed. What is written it is told by its callers, and of rows it knows what a group appends only.
 */
@NullMarked
package dev.counterfoil.journal.sqlite.commit;

import org.jspecify.annotations.NullMarked;
