// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.model;

import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What the code of an error says beyond the status that it comes with. Immutable.
 *
 * <p>One status stands for several errors: 429 is a crowd that passes, and an account that is used up, which no waiting fills. An error's
 * {@code code} or {@code type} that is listed tells them apart. It can only make an answer more final: where the status alone says that
 * nothing was done. Where the status leaves it open what was done, no code of a body settles it.
 *
 * @param permanent codes after which repeating is useless, here and elsewhere: the invocation ends
 * @param rejected codes after which another may do better, as one with an account of its own: a failover is permitted, and so is a retry,
 *     which {@code max_retries} of the provider can exclude
 */
public record ErrorCodes(SortedSet<String> permanent, SortedSet<String> rejected) {
    /** Codes that are known to be for good: an account that is used up or closed, a request that the model cannot hold. */
    public static final ErrorCodes KNOWN = new ErrorCodes(
            new TreeSet<>(List.of(
                    "access_terminated", "billing_hard_limit_reached", "billing_not_active", "budget_exceeded", "context_length_exceeded",
                    "insufficient_quota")),
            new TreeSet<>());

    /**
     * Copies the codes.
     *
     * @throws IllegalArgumentException where one stands in both lists
     */
    public ErrorCodes {
        permanent = Collections.unmodifiableSortedSet(new TreeSet<>(permanent));
        rejected = Collections.unmodifiableSortedSet(new TreeSet<>(rejected));
        if (!Collections.disjoint(permanent, rejected)) {
            throw new IllegalArgumentException("a code stands in both lists; give it one meaning");
        }
    }

    /**
     * With codes after which repeating is useless.
     *
     * @param codes the codes, whatever they meant before
     * @return new codes
     */
    public ErrorCodes permanent(String... codes) {
        return new ErrorCodes(plus(permanent, codes), minus(rejected, codes));
    }

    /**
     * With codes after which another may do better.
     *
     * @param codes the codes, whatever they meant before
     * @return new codes
     */
    public ErrorCodes rejected(String... codes) {
        return new ErrorCodes(minus(permanent, codes), plus(rejected, codes));
    }

    private static SortedSet<String> plus(SortedSet<String> codes, String... more) {
        SortedSet<String> all = new TreeSet<>(codes);
        all.addAll(List.of(more));
        return all;
    }

    private static SortedSet<String> minus(SortedSet<String> codes, String... fewer) {
        SortedSet<String> left = new TreeSet<>(codes);
        left.removeAll(List.of(fewer));
        return left;
    }
}
