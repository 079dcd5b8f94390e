// SPDX-License-Identifier: Apache-2.0

/**
 * Peers killed under load: what happened twice, and what nobody knows of.
 */
@NullMarked
package dev.counterfoil.bench.kill;

import org.jspecify.annotations.NullMarked;
