// SPDX-License-Identifier: Apache-2.0

package dev.counterfoil.house.planted.journal.fold;

import dev.counterfoil.house.planted.journal.record.Egg;

/** Planted: a cycle between two packages. */
public record Chicken(Egg egg) {
}
