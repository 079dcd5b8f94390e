// SPDX-License-Identifier: Apache-2.0

/**
 * What commands print: result lines, tables, events and progress.
 */
@NullMarked
package dev.counterfoil.cli.output;

import org.jspecify.annotations.NullMarked;
