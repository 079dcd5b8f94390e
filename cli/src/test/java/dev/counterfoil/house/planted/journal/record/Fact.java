// SPDX-License-Identifier: Apache-2.0

package dev.counterfoil.house.planted.journal.record;

/** Planted: a value that breaks nothing; what a record holds may be a boolean. */
public record Fact(String name, boolean late) {
}
