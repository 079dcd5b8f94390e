// SPDX-License-Identifier: Apache-2.0

package dev.counterfoil.house.planted.journal.record;

import dev.counterfoil.house.planted.journal.fold.Chicken;

/** Planted: a cycle between two packages. */
public record Egg(Chicken chicken) {
}
