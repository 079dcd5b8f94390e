// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import org.jspecify.annotations.Nullable;

/** Where a node stands in its tree. Spelled only when somebody asks. Immutable. */
public final class PolicyPlace {
    private static final int NONE = -1;
    private static final String OF_A_REQUEST = "$.policy";

    /** The whole policy. */
    static final PolicyPlace ROOT = new PolicyPlace(null, "", NONE);

    private final @Nullable PolicyPlace parent;
    private final String step;
    private final int index;

    private PolicyPlace(@Nullable PolicyPlace parent, String step, int index) {
        this.parent = parent;
        this.step = step;
        this.index = index;
    }

    PolicyPlace child(String member) {
        return new PolicyPlace(this, member, NONE);
    }

    PolicyPlace child(String member, int childIndex) {
        return new PolicyPlace(this, member, childIndex);
    }

    /**
     * The way from the root to here.
     *
     * @return as {@code $.policy.policies[1].attempt}, a path of the request
     */
    public String path() {
        return path(OF_A_REQUEST);
    }

    /**
     * The way from a root that is called otherwise.
     *
     * @param root what the whole policy is called; {@code $} where it stands alone
     * @return as {@code $.policies[1].attempt}
     */
    public String path(String root) {
        StringBuilder path = new StringBuilder(root);
        spell(path);
        return path.toString();
    }

    private void spell(StringBuilder path) {
        if (parent != null) {
            parent.spell(path);
            path.append('.').append(step);
        }
        if (index != NONE) {
            path.append('[').append(index).append(']');
        }
    }

    @Override
    public String toString() {
        return path();
    }
}
