// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.store;

import java.util.Optional;

/**
 * Who may append to an invocation. Immutable.
 *
 * @param owner the runtime; empty where it was released
 * @param epoch how often ownership changed, from 1
 */
public record Holder(Optional<OwnerId> owner, long epoch) {}
