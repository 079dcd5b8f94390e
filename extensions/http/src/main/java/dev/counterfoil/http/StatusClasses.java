// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import dev.counterfoil.journal.record.OutcomeClass;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Which statuses an endpoint uses to say that a request had no effect. Immutable.
 *
 * <p>A declared list comes before what a status means undeclared: 429 is {@code provider_reported_retryable}; 400, 401, 403, 404 and 422
 * are {@code rejected_permanently}. Every other status from 300 says nothing: a redirect, which is not followed, too.
 *
 * @param rejected statuses that mean {@code rejected_before_processing}
 * @param retryable statuses that mean {@code provider_reported_retryable}
 * @param permanent statuses that mean {@code rejected_permanently}
 */
public record StatusClasses(SortedSet<Integer> rejected, SortedSet<Integer> retryable, SortedSet<Integer> permanent) {
    private static final int LEAST = 300;
    private static final int GREATEST = 599;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final Set<Integer> PERMANENT = Set.of(400, 401, 403, 404, 422);

    /** Nothing is declared. */
    public static final StatusClasses UNDECLARED = of(Set.of(), Set.of(), Set.of());

    /**
     * Checks the statuses.
     *
     * @throws IllegalArgumentException where one is not 300 to 599, or stands in two lists
     */
    public StatusClasses {
        rejected = Collections.unmodifiableSortedSet(new TreeSet<>(rejected));
        retryable = Collections.unmodifiableSortedSet(new TreeSet<>(retryable));
        permanent = Collections.unmodifiableSortedSet(new TreeSet<>(permanent));
        Set<Integer> seen = new TreeSet<>();
        for (SortedSet<Integer> list : List.of(rejected, retryable, permanent)) {
            list.forEach(status -> check(status, seen));
        }
    }

    private static void check(int status, Set<Integer> seen) {
        if (status < LEAST || status > GREATEST) {
            throw new IllegalArgumentException("status " + status + " cannot be listed: listed are " + LEAST + " to " + GREATEST);
        }
        if (!seen.add(status)) {
            throw new IllegalArgumentException("status " + status + " stands twice: give it one meaning");
        }
    }

    /**
     * The three lists.
     *
     * @param rejected statuses that mean {@code rejected_before_processing}
     * @param retryable statuses that mean {@code provider_reported_retryable}
     * @param permanent statuses that mean {@code rejected_permanently}
     * @return the lists
     * @throws IllegalArgumentException where a status is not 300 to 599, or stands in two lists
     */
    public static StatusClasses of(Collection<Integer> rejected, Collection<Integer> retryable, Collection<Integer> permanent) {
        return new StatusClasses(new TreeSet<>(rejected), new TreeSet<>(retryable), new TreeSet<>(permanent));
    }

    /**
     * What a status says of the effect.
     *
     * @param status the status of a final answer
     * @return one of the three classes without an effect, or empty where it says nothing; a success is none of them
     */
    public Optional<OutcomeClass> meaning(int status) {
        if (rejected.contains(status)) {
            return Optional.of(OutcomeClass.REJECTED_BEFORE_PROCESSING);
        }
        if (retryable.contains(status)) {
            return Optional.of(OutcomeClass.PROVIDER_REPORTED_RETRYABLE);
        }
        if (permanent.contains(status) || PERMANENT.contains(status)) {
            return Optional.of(OutcomeClass.REJECTED_PERMANENTLY);
        }
        return status == TOO_MANY_REQUESTS ? Optional.of(OutcomeClass.PROVIDER_REPORTED_RETRYABLE) : Optional.empty();
    }
}
