// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.bench;

/**
 * Sizes of what is kept before and after an effect, in bytes. Immutable.
 *
 * @param intentBytes the record before the effect
 * @param requestBytes what is sent
 * @param outcomeBytes the record after it
 * @param responseBytes what was answered
 */
record RowSizes(int intentBytes, int requestBytes, int outcomeBytes, int responseBytes) {}
