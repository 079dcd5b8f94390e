// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What the exit codes of a provider's command say, besides 0, which completed. Whatever is in no list is uncertain. Immutable.
 *
 * @param rejected turned away before any work
 * @param retryable nothing was done, and another try may help
 * @param permanent nothing was done, and repeating is useless
 */
public record ExitCodes(SortedSet<Integer> rejected, SortedSet<Integer> retryable, SortedSet<Integer> permanent) {
    /** No code is declared. */
    public static final ExitCodes UNDECLARED =
            new ExitCodes(Collections.emptySortedSet(), Collections.emptySortedSet(), Collections.emptySortedSet());

    /** The greatest exit code of a process. */
    public static final int GREATEST = 255;

    /**
     * Copies the lists.
     *
     * @throws IllegalArgumentException where a code is not 1 to 255, or stands in two lists
     */
    public ExitCodes {
        rejected = copy(rejected);
        retryable = copy(retryable);
        permanent = copy(permanent);
        SortedSet<Integer> all = new TreeSet<>(rejected);
        if (retryable.stream().anyMatch(code -> !all.add(code)) || permanent.stream().anyMatch(code -> !all.add(code))) {
            throw new IllegalArgumentException("an exit code stands in two lists");
        }
    }

    private static SortedSet<Integer> copy(Collection<Integer> codes) {
        if (codes.stream().anyMatch(code -> code < 1 || code > GREATEST)) {
            throw new IllegalArgumentException("an exit code is 1 to " + GREATEST);
        }
        return Collections.unmodifiableSortedSet(new TreeSet<>(codes));
    }
}
