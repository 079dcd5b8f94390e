// SPDX-License-Identifier: Apache-2.0

/**
 * Whom we are measured beside: each does the same, something durable before an effect and something durable after it.
 */
@NullMarked
package dev.counterfoil.bench.peer;

import org.jspecify.annotations.NullMarked;
