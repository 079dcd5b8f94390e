// SPDX-License-Identifier: Apache-2.0

package dev.counterfoil.house.planted.journal.record;

/** Planted: a checked exception. */
public final class CheckedTrouble extends Exception {
    private static final long serialVersionUID = 1;
}
