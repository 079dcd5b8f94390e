// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.store;

/**
 * Something that the anchor says and the rows do not. Immutable.
 *
 * @param where what is counted
 * @param expected what the anchor says
 * @param found what the rows say
 */
public record AnchorDifference(String where, String expected, String found) {}
