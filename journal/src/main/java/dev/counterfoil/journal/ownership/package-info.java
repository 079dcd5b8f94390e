// SPDX-License-Identifier: Apache-2.0

/**
 * One owner at a time: who a runtime is, whether another one is gone, and how long one may still act.
 *
 * <p>No wall clock decides. A runtime beats; another is gone at once where its process is provably not there any more, and otherwise when
 * the asker has seen its beat unchanged for {@link dev.counterfoil.journal.ownership.Lease#SILENCE} of the asker's own monotonic clock.
 */
@NullMarked
package dev.counterfoil.journal.ownership;

import org.jspecify.annotations.NullMarked;
