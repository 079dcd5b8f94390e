// SPDX-License-Identifier: Apache-2.0

/**
 * The store contract: atomic durable appends behind a head and an epoch, the anchor, and typed failures.
 */
@NullMarked
package dev.counterfoil.journal.store;

import org.jspecify.annotations.NullMarked;
