// SPDX-License-Identifier: Apache-2.0

/**
 * Answers of what only calculates, as JSON for programs and as one screen for people.
 */
@NullMarked
package dev.counterfoil.cli.answer;

import org.jspecify.annotations.NullMarked;
