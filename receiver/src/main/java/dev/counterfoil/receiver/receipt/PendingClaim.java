// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.receipt;

import java.time.Instant;

/**
 * Who has an operation in hand. Immutable.
 *
 * @param claimant who says so
 * @param fence grows with each claim of the operation: only the newest may end it
 * @param since when it was claimed, by the clock of whoever claimed it
 */
public record PendingClaim(String claimant, long fence, Instant since) {}
