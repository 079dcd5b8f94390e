// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.database;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How a pending operation ends. Immutable.
 *
 * @param state completed or rejected
 * @param effectId its effect, where it has one
 * @param fence what stands in the row from now on
 * @param since the instant
 * @param expiresAt when its retention is over, where it ever is
 * @param evidence how it is known, where somebody found it out
 */
public record End(String state, OptionalLong effectId, long fence, Instant since, Optional<Instant> expiresAt, Optional<String> evidence) {}
