// SPDX-License-Identifier: Apache-2.0

/**
 * The seven records and the values they are made of: what can be written down, and nothing about how.
 */
@NullMarked
package dev.counterfoil.journal.record;

import org.jspecify.annotations.NullMarked;
