// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

/**
 * The name of one invocation, given by the user: 1 to 256 UTF-8 bytes, no control characters. Immutable.
 *
 * @param value the text
 */
public record InvocationId(String value) implements Comparable<InvocationId> {
    /**
     * Checks the text.
     *
     * @throws IllegalArgumentException where it is empty, too long, or has a control character or a lone surrogate
     */
    public InvocationId {
        Bounds.name("invocation id", value);
    }

    @Override
    public int compareTo(InvocationId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
