// SPDX-License-Identifier: Apache-2.0
/**
 * The one fold: from the records of an invocation, in their order, to what is known of it.
 *
 * <p>{@link dev.counterfoil.journal.fold.JournalFold} is used by a live run after each commit, by recovery, by {@code replay} and by
 * {@code dump}; there is no other way to a total. It knows the <em>grammar</em>, which sequences of records are well formed; which of
 * them are <em>lawful</em>, within limits and provider order, is the scheduler's to say. Pure: no clock, no store, no random source.
 */
@NullMarked
package dev.counterfoil.journal.fold;

import org.jspecify.annotations.NullMarked;
