// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.store;

/**
 * A runtime and how often it has beaten. Immutable.
 *
 * @param owner the runtime
 * @param beat a counter that only grows while the runtime lives
 */
public record OwnerBeat(Owner owner, long beat) {}
