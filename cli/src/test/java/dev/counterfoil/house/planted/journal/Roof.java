// SPDX-License-Identifier: Apache-2.0

package dev.counterfoil.house.planted.journal;

import dev.counterfoil.house.planted.journal.record.Fact;

/** Planted: a roof, which looks down as it may. */
public record Roof(Fact fact) {
}
