// SPDX-License-Identifier: Apache-2.0

/**
 * Looks at a journal that leave no trace: where it is read, alone, beside writers or from a private copy, and how a look starts over where
 * the file changes under it. What is seen is its callers' business.
 */
@NullMarked
package dev.counterfoil.journal.sqlite.look;

import org.jspecify.annotations.NullMarked;
