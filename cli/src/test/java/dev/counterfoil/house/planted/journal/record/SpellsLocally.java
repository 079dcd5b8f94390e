// SPDX-License-Identifier: Apache-2.0

package dev.counterfoil.house.planted.journal.record;

/** Planted: upper case as the machine likes it. */
public final class SpellsLocally {
    String shout(String text) {
        return text.toUpperCase();
    }
}
