// SPDX-License-Identifier: Apache-2.0

package dev.counterfoil.house.planted.journal.record;

import dev.counterfoil.house.planted.journal.Roof;

/** Planted: looks up at its roof. */
public record LooksUp(Roof roof) {
}
