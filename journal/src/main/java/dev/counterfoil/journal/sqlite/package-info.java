// SPDX-License-Identifier: Apache-2.0

/**
 * The SQLite store, the default: one file, write-ahead log, full synchronisation. This is the roof, and all that hosts see: the store, the
 * reader, the follower, backups and their restoration. Below it, each in a room of its own that is not exported, lie the file, the rows,
 * the commits and the looks that leave no trace; none of them looks up.
 */
@NullMarked
package dev.counterfoil.journal.sqlite;

import org.jspecify.annotations.NullMarked;
