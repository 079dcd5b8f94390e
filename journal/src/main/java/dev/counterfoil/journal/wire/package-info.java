// SPDX-License-Identifier: Apache-2.0

/**
 * Format v1 on the wire: envelope and members of each record, their bounds, and the digest chain.
 */
@NullMarked
package dev.counterfoil.journal.wire;

import org.jspecify.annotations.NullMarked;
