// SPDX-License-Identifier: Apache-2.0

/**
 * The journal as a file: how it is found, named and made, how a connection to it is opened and set, what lies beside it, and what the
 * codes of SQLite and of the system mean. Nothing here knows what the rows say; of the layout it has the names and the versions only. Only
 * {@link dev.counterfoil.journal.sqlite.file.PlainFiles} opens files without SQLite.
 */
@NullMarked
package dev.counterfoil.journal.sqlite.file;

import org.jspecify.annotations.NullMarked;
