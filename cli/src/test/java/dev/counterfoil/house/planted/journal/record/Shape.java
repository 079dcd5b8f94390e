// SPDX-License-Identifier: Apache-2.0

package dev.counterfoil.house.planted.journal.record;

/** Planted: a getter by name, a switch as a parameter, and two members that are none. */
public final class Shape {
    private final int sides;

    public Shape(boolean square) {
        sides = square ? 4 : 3;
    }

    public int getSides() {
        return sides;
    }

    public int getaway() {
        return sides;
    }

    int sides(boolean doubled) {
        return doubled ? sides + sides : sides;
    }
}
