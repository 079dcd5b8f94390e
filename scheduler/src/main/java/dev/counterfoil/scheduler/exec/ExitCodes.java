// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.exec;

import dev.counterfoil.journal.record.OutcomeClass;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Which exit codes a command uses to say that it had no effect. A code in no list says nothing. Immutable.
 *
 * <p>Codes 129 to 192 cannot be listed: the JVM reports a process that signal <em>n</em> ended as code 128 + <em>n</em>, so a process
 * that was killed in the middle of its work could pass for one that says it did nothing.
 *
 * @param rejected codes that mean {@code rejected_before_processing}
 * @param retryable codes that mean {@code provider_reported_retryable}
 * @param permanent codes that mean {@code rejected_permanently}
 */
public record ExitCodes(SortedSet<Integer> rejected, SortedSet<Integer> retryable, SortedSet<Integer> permanent) {
    private static final int BEFORE_SIGNALS = 128;
    private static final int SIGNALS = 64;
    private static final int GREATEST = 255;

    /** No code says anything. */
    public static final ExitCodes UNDECLARED = of(Set.of(), Set.of(), Set.of());

    /**
     * Checks the codes.
     *
     * @throws IllegalArgumentException where a code is not 1 to 128 or 193 to 255, or stands in two lists
     */
    public ExitCodes {
        rejected = Collections.unmodifiableSortedSet(new TreeSet<>(rejected));
        retryable = Collections.unmodifiableSortedSet(new TreeSet<>(retryable));
        permanent = Collections.unmodifiableSortedSet(new TreeSet<>(permanent));
        Set<Integer> seen = new TreeSet<>();
        for (SortedSet<Integer> list : List.of(rejected, retryable, permanent)) {
            list.forEach(code -> check(code, seen));
        }
    }

    private static void check(int code, Set<Integer> seen) {
        if (code < 1 || code > GREATEST) {
            throw new IllegalArgumentException("exit code " + code + " cannot be listed: codes are 1 to " + GREATEST);
        }
        if (isSignal(code)) {
            throw new IllegalArgumentException("exit code " + code + " cannot be listed: it is also how signal "
                    + (code - BEFORE_SIGNALS) + " is reported, and what a signal ended is uncertain");
        }
        if (!seen.add(code)) {
            throw new IllegalArgumentException("exit code " + code + " stands twice: give it one meaning");
        }
    }

    /**
     * The three lists.
     *
     * @param rejected codes that mean {@code rejected_before_processing}
     * @param retryable codes that mean {@code provider_reported_retryable}
     * @param permanent codes that mean {@code rejected_permanently}
     * @return the codes
     * @throws IllegalArgumentException where a code is not 1 to 128 or 193 to 255, or stands in two lists
     */
    public static ExitCodes of(Collection<Integer> rejected, Collection<Integer> retryable, Collection<Integer> permanent) {
        return new ExitCodes(new TreeSet<>(rejected), new TreeSet<>(retryable), new TreeSet<>(permanent));
    }

    /**
     * Whether a code is how the JVM reports a signal.
     *
     * @param code the code
     * @return true for 129 to 192
     */
    static boolean isSignal(int code) {
        return code > BEFORE_SIGNALS && code <= BEFORE_SIGNALS + SIGNALS;
    }

    /**
     * What a code says.
     *
     * @param code the code
     * @return one of the three classes without an effect, or empty where no list has the code
     */
    public Optional<OutcomeClass> meaning(int code) {
        if (rejected.contains(code)) {
            return Optional.of(OutcomeClass.REJECTED_BEFORE_PROCESSING);
        }
        if (retryable.contains(code)) {
            return Optional.of(OutcomeClass.PROVIDER_REPORTED_RETRYABLE);
        }
        return permanent.contains(code) ? Optional.of(OutcomeClass.REJECTED_PERMANENTLY) : Optional.empty();
    }
}
