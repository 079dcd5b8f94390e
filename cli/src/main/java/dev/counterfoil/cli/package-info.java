// SPDX-License-Identifier: Apache-2.0

/**
 * The command line's roof: the entry point, exit statuses and the process around the commands.
 */
@NullMarked
package dev.counterfoil.cli;

import org.jspecify.annotations.NullMarked;
