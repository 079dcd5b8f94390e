// SPDX-License-Identifier: Apache-2.0

/**
 * What a delivery to the receiver costs, beside two bare inserts in one transaction.
 */
@NullMarked
package dev.counterfoil.bench.receiver;

import org.jspecify.annotations.NullMarked;
