// SPDX-License-Identifier: Apache-2.0

/**
 * Many callers at once: how many invocations in a second, at what cost, and whether it stays so.
 */
@NullMarked
package dev.counterfoil.bench.load;

import org.jspecify.annotations.NullMarked;
