// SPDX-License-Identifier: Apache-2.0

/**
 * The receiver's database as one SQLite file: the default.
 */
@NullMarked
package dev.counterfoil.receiver.sqlite;

import org.jspecify.annotations.NullMarked;
