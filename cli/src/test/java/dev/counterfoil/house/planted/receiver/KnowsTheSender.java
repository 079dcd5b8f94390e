// SPDX-License-Identifier: Apache-2.0

package dev.counterfoil.house.planted.receiver;

import dev.counterfoil.house.planted.journal.record.Fact;

/** Planted: shares a type with the sender. */
public record KnowsTheSender(Fact fact) {
}
