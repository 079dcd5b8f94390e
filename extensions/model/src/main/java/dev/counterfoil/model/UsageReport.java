// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.model;

import java.util.OptionalLong;
import java.util.function.Function;

/** What a reply says was used. Immutable. */
sealed interface UsageReport {
    /** What to do with each. */
    record Cases<T>(Function<Told, T> told, Function<Unsound, T> unsound) {}

    /** It says something, or nothing at all: what it does not say is unknown. */
    record Told(OptionalLong contextTokens, OptionalLong outputTokens, long cachedTokens) implements UsageReport {
        static final Told NOTHING = new Told(OptionalLong.empty(), OptionalLong.empty(), 0);
    }

    /**
     * Something of it is not sound, so nothing of it is taken.
     *
     * @param fault what is wrong with it
     * @param member where, in our own words and never in the reply's
     */
    record Unsound(UsageFault fault, String member) implements UsageReport {}

    default <T> T match(Cases<T> cases) {
        return this instanceof Told told ? cases.told().apply(told) : cases.unsound().apply((Unsound) this);
    }
}
