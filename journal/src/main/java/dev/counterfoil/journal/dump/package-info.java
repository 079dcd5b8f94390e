// SPDX-License-Identifier: Apache-2.0

/**
 * What a journal looks like to a reader: every record, digest and link, up to and including damage.
 */
@NullMarked
package dev.counterfoil.journal.dump;

import org.jspecify.annotations.NullMarked;
