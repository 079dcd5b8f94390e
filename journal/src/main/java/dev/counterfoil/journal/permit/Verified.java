// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.permit;

/** The caller's word that it verified a backup whole, and that an author stands ready for what is open in it. Immutable. */
public record Verified() {}
