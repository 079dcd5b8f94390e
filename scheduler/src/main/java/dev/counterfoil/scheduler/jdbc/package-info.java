// SPDX-License-Identifier: Apache-2.0
/**
 * A book of receipts that is a table of a database: {@link dev.counterfoil.scheduler.jdbc.JdbcLookup}.
 */
@NullMarked
package dev.counterfoil.scheduler.jdbc;

import org.jspecify.annotations.NullMarked;
