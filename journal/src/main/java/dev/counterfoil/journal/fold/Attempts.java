// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.fold;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The attempts of an invocation, newest on top; adding one or changing the newest costs the same however many there are. Immutable.
 */
public final class Attempts {
    /** No attempt. */
    public static final Attempts NONE = new Attempts(Optional.empty(), Optional.empty(), 0);

    private final Optional<Attempt> newest;
    private final Optional<Attempts> older;
    private final int count;

    private Attempts(Optional<Attempt> newest, Optional<Attempts> older, int count) {
        this.newest = newest;
        this.older = older;
        this.count = count;
    }

    /**
     * How many there are; also the next ordinal.
     *
     * @return the number
     */
    public int count() {
        return count;
    }

    /**
     * The newest.
     *
     * @return empty where there is none
     */
    public Optional<Attempt> newest() {
        return newest;
    }

    /**
     * All but the newest.
     *
     * @return the attempts before it; none where there is none
     */
    public Attempts older() {
        return older.orElse(NONE);
    }

    /**
     * With one more.
     *
     * @param attempt the new newest
     * @return the attempts
     */
    Attempts with(Attempt attempt) {
        return new Attempts(Optional.of(attempt), Optional.of(this), count + 1);
    }

    /**
     * With the newest replaced.
     *
     * @param attempt what stands in its place
     * @return the attempts
     */
    Attempts withNewest(Attempt attempt) {
        return new Attempts(Optional.of(attempt), older, count);
    }

    /**
     * The attempt with an ordinal.
     *
     * @param ordinal from 0
     * @return empty where there is none
     */
    public Optional<Attempt> find(int ordinal) {
        if (ordinal < 0 || ordinal >= count) {
            return Optional.empty();
        }
        Attempts at = this;
        while (at.count > ordinal + 1) {
            at = at.older();
        }
        return at.newest;
    }

    /**
     * All of them, oldest first.
     *
     * @return the list
     */
    public List<Attempt> toList() {
        Deque<Attempt> list = new ArrayDeque<>(count);
        for (Attempts at = this; at.newest.isPresent(); at = at.older()) {
            list.addFirst(at.newest.get());
        }
        return List.copyOf(list);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Attempts that && count == that.count && toList().equals(that.toList());
    }

    @Override
    public int hashCode() {
        return Objects.hash(count, newest);
    }

    @Override
    public String toString() {
        return toList().toString();
    }
}
