// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.recovery;

import java.util.List;

/**
 * One row of the table: one decision, for the situations that any of its lines admits. Immutable.
 *
 * @param letter its name, such as @P; a prime marks a variant
 * @param decision what is done
 * @param because why that is right
 * @param lines one or more
 */
public record Row(String letter, Decision decision, String because, List<Line> lines) {
    /**
     * Copies the lines.
     *
     * @throws IllegalArgumentException where there is no line, or the letter is none
     */
    public Row {
        lines = List.copyOf(lines);
        if (lines.isEmpty()) {
            throw new IllegalArgumentException("row " + letter + " has no line");
        }
        if (!letter.matches("@[A-Z]'?")) {
            throw new IllegalArgumentException("a row's letter is @A to @Z, perhaps with a prime, not " + letter);
        }
    }

    /**
     * Whether a situation belongs to this row.
     *
     * @param situation the observations
     * @return true where one of its lines admits it
     */
    public boolean admits(Situation situation) {
        for (Line line : lines) {
            if (line.admits(situation)) {
                return true;
            }
        }
        return false;
    }
}
