// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import org.jspecify.annotations.Nullable;

/** Where a node stands in its tree. Spelled only when somebody asks. Immutable. */
public final class PolicyPlace {
    private static final int NONE = -1;

    /** The whole policy. */
    static final PolicyPlace ROOT = new PolicyPlace(null, "$.policy", NONE);

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
        String here = index == NONE ? step : step + "[" + index + "]";
        return parent == null ? here : parent.path() + "." + here;
    }

    @Override
    public String toString() {
        return path();
    }
}
