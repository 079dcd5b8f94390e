// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ExitStatusTest {
    private static final List<Integer> PRECEDENCE = List.of(0, 2, 3, 4, 5, 6, 7, 1, 130, 143);

    @Test
    void of_two_endings_the_one_with_precedence_counts_in_either_order() {
        for (ExitStatus one : ExitStatus.values()) {
            for (ExitStatus other : ExitStatus.values()) {
                int higher = Math.max(PRECEDENCE.indexOf(one.code()), PRECEDENCE.indexOf(other.code()));
                assertEquals(PRECEDENCE.get(higher), one.and(other).code(), one + " and " + other);
            }
        }
    }

    @Test
    void every_published_status_is_there() {
        assertEquals(PRECEDENCE.size(), ExitStatus.values().length);
    }
}
