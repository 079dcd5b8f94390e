// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.plan;

import dev.counterfoil.cli.output.PlainText;
import dev.counterfoil.scheduler.plan.BudgetCure;
import dev.counterfoil.scheduler.plan.RepetitionLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What to change, in a sentence. Pure; thread-safe. */
final class CureText {
    private CureText() {}

    /** Nothing where all of it fits. */
    static Optional<String> of(RepetitionLine line, String root) {
        if (line.completeFit() == line.declared()) {
            return Optional.empty();
        }
        String sure = line.completeFit() + " of " + line.declared() + " are sure to end in time";
        List<String> changes = changes(line.cures(), root);
        return Optional.of(sure + (changes.isEmpty() ? "; no single change here lets all of it fit"
                : "; it fits with " + String.join(", or ", changes)));
    }

    private static List<String> changes(RepetitionLine.Cures cures, String root) {
        List<String> changes = new ArrayList<>();
        cures.times().ifPresent(times -> changes.add("times " + Millis.count(times)));
        cures.limitMillis().ifPresent(millis -> changes.add(
                "a limit of " + Millis.words(millis) + " at " + cures.limitAt().map(place -> place.path(root)).orElse("")));
        cures.attemptMillis().ifPresent(millis -> changes.add("attempts of " + Millis.words(millis)));
        cures.initialDelayMillis().ifPresent(millis -> changes.add("an initialDelay of " + Millis.words(millis)));
        return changes;
    }

    static String of(BudgetCure cure) {
        return "the budget " + PlainText.line(cure.key()) + " pays with a limit of " + Millis.count(cure.limit())
                + ", or with at most times " + cure.times() + "; as it is it pays in full for " + cure.admittedCallers()
                + " of the retries that name it";
    }
}
