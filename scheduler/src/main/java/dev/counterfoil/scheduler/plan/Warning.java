// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import java.util.Collections;
import java.util.EnumMap;
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
 */
public record Warning(
        WarningCode code, Optional<PolicyPlace> place, Optional<String> key, Map<Figure, Double> figures, List<Double> path) {
    /** Copies the numbers. */
    public Warning {
        EnumMap<Figure, Double> copy = new EnumMap<>(Figure.class);
        copy.putAll(figures);
        figures = Collections.unmodifiableMap(copy);
        path = List.copyOf(path);
    }

    static Warning of(WarningCode code) {
        return new Warning(code, Optional.empty(), Optional.empty(), Map.of(), List.of());
    }

    static Warning of(WarningCode code, PolicyPlace place) {
        return new Warning(code, Optional.of(place), Optional.empty(), Map.of(), List.of());
    }

    Warning about(String named) {
        return new Warning(code, place, Optional.of(named), figures, path);
    }

    Warning with(Figure figure, double value) {
        EnumMap<Figure, Double> more = new EnumMap<>(Figure.class);
        more.putAll(figures);
        more.put(figure, value);
        return new Warning(code, place, key, more, path);
    }

    Warning along(List<Double> repetitions) {
        return new Warning(code, place, key, figures, repetitions);
    }
}
