// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.dump;

import dev.counterfoil.journal.fold.Totals;

/**
 * A part of the totals. Immutable.
 *
 * @param by by what they are split
 * @param key which part
 * @param invocations how many invocations are in it
 * @param totals what their attempts in it add up to
 */
public record ReplayGroup(Grouping by, String key, long invocations, Totals totals) {}
