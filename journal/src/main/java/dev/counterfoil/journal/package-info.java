// SPDX-License-Identifier: Apache-2.0

/**
 * The journal's roof: where a host opens a journal, and what everything below may look like from outside.
 */
@NullMarked
package dev.counterfoil.journal;

import org.jspecify.annotations.NullMarked;
