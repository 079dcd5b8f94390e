// SPDX-License-Identifier: Apache-2.0

/**
 * What is known of an operation, and the one rule that says what a delivery of it leads to. Values only: nothing here reads a clock or a
 * database.
 *
 * <p>An operation is first absent. A delivery whose effect joins the transaction makes it completed at once; a claim makes it pending, from
 * where its claimant or a person's finding leads to completed or rejected; closing an absent one makes it closed. When its retention is
 * over a completed or rejected one counts as expired, and purging it changes what is stored, not what is answered. There is no way back to
 * absent, and no way out of rejected, closed and expired.
 */
@NullMarked
package dev.counterfoil.receiver.receipt;

import org.jspecify.annotations.NullMarked;
