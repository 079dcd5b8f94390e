// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.plan;

import dev.counterfoil.scheduler.plan.PolicyPlace;
import dev.counterfoil.scheduler.plan.RepetitionLine;
import dev.counterfoil.scheduler.plan.Warning;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is to be said beside each node, and below all of them: warnings, and what to change. Immutable. */
final class PlanNotes {
    private final Map<String, List<Note>> beside;
    private final List<Note> below;

    private PlanNotes(Map<String, List<Note>> beside, List<Note> below) {
        this.beside = beside;
        this.below = below;
    }

    /** What a note is. */
    enum Kind {
        WARNING,
        CURE
    }

    /** A sentence for people. */
    record Note(Kind kind, String text) {}

    static PlanNotes of(PlanAnswer answer) {
        Map<String, List<Note>> beside = new LinkedHashMap<>();
        List<Note> below = new ArrayList<>();
        for (Warning warning : answer.plan().warnings()) {
            Note note = new Note(Kind.WARNING, WarningText.of(warning) + (warning.times() > 1 ? " (" + warning.times() + " times)" : ""));
            warning.place().map(place -> at(beside, place)).orElse(below).add(note);
        }
        answer.more().ifPresent(analysis -> {
            for (RepetitionLine line : analysis.repetitions()) {
                CureText.of(line, answer.root()).ifPresent(text -> at(beside, line.place()).add(new Note(Kind.CURE, text)));
            }
            analysis.budgetCures().forEach(cure -> below.add(new Note(Kind.CURE, CureText.of(cure))));
        });
        return new PlanNotes(beside, below);
    }

    private static List<Note> at(Map<String, List<Note>> beside, PolicyPlace place) {
        return beside.computeIfAbsent(place.path(), path -> new ArrayList<>());
    }

    List<Note> beside(PolicyPlace place) {
        return beside.getOrDefault(place.path(), List.of());
    }

    List<Note> below() {
        return below;
    }
}
