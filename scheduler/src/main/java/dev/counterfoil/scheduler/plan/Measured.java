// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import java.util.List;

/**
 * A node with what was computed for it. Immutable.
 *
 * @param policy the node
 * @param place where it stands
 * @param index its number, children before their parent, from 0
 * @param boundMillis how long it may take
 * @param workMillis the time of all its attempts
 * @param attempts how many there may be
 * @param waitedMillis the waits of a retry added up; 0 for other nodes
 * @param repeats what repeats somewhere in it, itself included
 * @param children its children, in order
 */
record Measured(
        Policy policy,
        PolicyPlace place,
        int index,
        double boundMillis,
        double workMillis,
        double attempts,
        double waitedMillis,
        Repeats repeats,
        List<Measured> children) {

    /** What kind of repetition a tree holds, as far as the code of a timeout's warning depends on it. The greatest counts. */
    enum Repeats {
        NOTHING,
        FAILOVER,
        HEDGE,
        RETRY;

        Repeats or(Repeats other) {
            return compareTo(other) >= 0 ? this : other;
        }
    }

    /** The only child of a node that has one. */
    Measured child() {
        return children.get(0);
    }
}
