// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Something in a policy that its author should know. Immutable.
 *
 * @param code what
 * @param place the node that raised it; empty for what concerns the whole policy
 * @param key the budget that it is about
 * @param figures its numbers
 * @param path the repetitions along one way from the root to a leaf, for a warning about them
 * @param times how often it is told; more than once only for waits that code decides, once for each
 */
public record Warning(
        WarningCode code, Optional<PolicyPlace> place, Optional<String> key, Map<Figure, Double> figures, List<Double> path, int times) {
    /**
     * Copies the numbers.
     *
     * @throws IllegalArgumentException where it is not told at all
     */
    public Warning {
        figures = Map.copyOf(figures);
        path = List.copyOf(path);
        if (times < 1) {
            throw new IllegalArgumentException("a warning is told at least once, not " + times + " times");
        }
    }

    static Warning at(PolicyPlace place, WarningCode code, Map<Figure, Double> figures) {
        return new Warning(code, Optional.of(place), Optional.empty(), figures, List.of(), 1);
    }

    static Warning about(String key, WarningCode code, Map<Figure, Double> figures) {
        return new Warning(code, Optional.empty(), Optional.of(key), figures, List.of(), 1);
    }

    static Warning along(List<Double> repetitions, WarningCode code, Map<Figure, Double> figures) {
        return new Warning(code, Optional.empty(), Optional.empty(), figures, repetitions, 1);
    }

    Warning told(int often) {
        return new Warning(code, place, key, figures, path, often);
    }
}
