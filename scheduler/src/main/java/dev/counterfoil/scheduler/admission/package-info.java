// SPDX-License-Identifier: Apache-2.0

/**
 * Ledger and admission: whether an attempt may be charged, or the refusal in its published order.
 */
@NullMarked
package dev.counterfoil.scheduler.admission;

import org.jspecify.annotations.NullMarked;
