// SPDX-License-Identifier: Apache-2.0

/**
 * Rows and transactions, over JDBC and nothing else. Three tables: version and retention; one row for each operation, its primary key scope
 * and key; one row for each effect, counted by the database. Names are kept as their UTF-8 bytes, so no collation, no padding and no
 * character that a database does not like makes two names one.
 *
 * <p>How two deliveries of one operation meet: whoever is to let one in inserts its row <em>first</em>, as the first statement of the
 * transaction, before the effect. The primary key lets one of them through; the other waits until the first has committed and finds its
 * row, or finds that it was rolled back and goes through. As the first statement writes, a database that locks as a whole gives that lock
 * then, with its waiting, and not in the middle, where it could only refuse.
 */
@NullMarked
package dev.counterfoil.receiver.database;

import org.jspecify.annotations.NullMarked;
