// SPDX-License-Identifier: Apache-2.0

/**
 * Measures what Counterfoil costs, beside what others cost and beside what a disk can do, and writes it down.
 */
@NullMarked
package dev.counterfoil.bench;

import org.jspecify.annotations.NullMarked;
