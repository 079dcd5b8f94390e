// SPDX-License-Identifier: Apache-2.0
/**
 * From entries to the rows of a store and back: {@link dev.counterfoil.journal.chain.ChainWriter} links,
 * {@link dev.counterfoil.journal.chain.ChainScanner} checks every link, byte and rule and folds as it goes.
 *
 * <p>Loading and dumping share the scanner: the loader stops at the first damage, the dump tells everything up to and including it.
 */
@NullMarked
package dev.counterfoil.journal.chain;

import org.jspecify.annotations.NullMarked;
