// SPDX-License-Identifier: Apache-2.0

/**
 * Questions to what only calculates, read from JSON: whole numbers of 64 bits, every member known and of its type, nothing converted.
 */
@NullMarked
package dev.counterfoil.cli.question;

import org.jspecify.annotations.NullMarked;
