// SPDX-License-Identifier: Apache-2.0

package dev.counterfoil.house;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * One rule over source text, with a tree that breaks it and one that does not. Immutable.
 *
 * @param name what the rule demands, as a sentence
 * @param applies which paths it reads
 * @param check what is wrong with one file, each complaint in a line
 * @param bad a small tree with exactly one broken file
 * @param good a small tree to which the rule applies and which keeps it
 */
record TidyRule(String name, Predicate<String> applies, Check check, Map<String, String> bad, Map<String, String> good) {
    /** What is wrong with one file of a tree. */
    @FunctionalInterface
    interface Check {
        List<String> complaints(String path, String text, SourceTree tree);
    }

    List<String> complaints(SourceTree tree) {
        List<String> complaints = new ArrayList<>();
        tree.files().forEach((path, text) -> {
            if (applies.test(path)) {
                check.complaints(path, text, tree).forEach(complaint -> complaints.add(path + ": " + complaint));
            }
        });
        return complaints;
    }

    long scanned(SourceTree tree) {
        return tree.files().keySet().stream().filter(applies).count();
    }

    @Override
    public String toString() {
        return name;
    }
}
