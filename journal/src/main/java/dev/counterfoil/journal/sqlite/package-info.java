// SPDX-License-Identifier: Apache-2.0

/**
 * The SQLite store, the default: one file, write-ahead log, full synchronisation.
 */
@NullMarked
package dev.counterfoil.journal.sqlite;

import org.jspecify.annotations.NullMarked;
