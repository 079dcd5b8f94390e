// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.house;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * One figure, once for each run, in their order. Immutable.
 *
 * @param runs at least one
 */
record Figures(List<Double> runs) {
    private static final double LARGE = 100;
    private static final double MIDDLE = 10;

    Figures {
        runs = List.copyOf(runs);
        if (runs.isEmpty()) {
            throw new IllegalArgumentException("no run");
        }
    }

    /** Run by run: what is compared was measured in one run. */
    Figures over(Figures others) {
        return new Figures(IntStream.range(0, runs.size()).mapToObj(run -> runs.get(run) / others.runs.get(run)).toList());
    }

    /** The middle run's; of an even number the lower one. */
    double median() {
        return runs.stream().sorted().toList().get((runs.size() - 1) / 2);
    }

    /** The middle one, and from where to where they lie. */
    String shown() {
        double least = runs.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
        double most = runs.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        return runs.size() == 1 ? shown(median()) : shown(median()) + " (" + shown(least) + "–" + shown(most) + ")";
    }

    /** Three digits or more. */
    static String shown(double number) {
        return String.format(Locale.ROOT, number >= LARGE ? "%.0f" : number >= MIDDLE ? "%.1f" : "%.2f", number);
    }
}
