// SPDX-License-Identifier: Apache-2.0

/**
 * One class for each command.
 */
@NullMarked
package dev.counterfoil.cli.command;

import org.jspecify.annotations.NullMarked;
