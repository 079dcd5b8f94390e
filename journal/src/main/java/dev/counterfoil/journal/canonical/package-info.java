// SPDX-License-Identifier: Apache-2.0

/**
 * One spelling per JSON value: the canonical writer, the strict one-pass reader, and request canonicalisation.
 */
@NullMarked
package dev.counterfoil.journal.canonical;

import org.jspecify.annotations.NullMarked;
