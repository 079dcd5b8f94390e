// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.wire;

/**
 * The first bound member in which a run differs from the one that opened the invocation. Immutable.
 *
 * @param member its path in the spec, as {@code limits.max_calls}
 * @param stored what is bound: a digest, a number, a word; never a payload or a key; {@code none} where there is nothing
 * @param given what was given instead, in the same form
 */
public record Conflict(String member, String stored, String given) {
    /**
     * One line for a person.
     *
     * @return the member and both values
     */
    @Override
    public String toString() {
        return member + ": bound to " + stored + ", given " + given;
    }
}
