// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

/** What a number of a warning says. Immutable. */
public enum Figure {
    /** How long it may take. */
    ESTIMATED_MS("estimatedMs"),
    /** How long it takes at least. */
    BEST_MS("bestMs"),
    /** How long it may take at most to fit. */
    LIMIT_MS("limitMs"),
    /** Retries that may be asked for. */
    REQUIRED_RETRIES("requiredRetries"),
    /** Retries that are left. */
    REMAINING_RETRIES("remainingRetries"),
    /** When it starts at the latest. */
    LATEST_START_MS("latestStartMs"),
    /** How long tokens are waited for. */
    ADDED_MS("addedMs"),
    /** Attempts that are declared. */
    DECLARED("declared"),
    /** Attempts that can start in time. */
    START_FIT("startFit"),
    /** What may be spent. */
    REQUIRED("required"),
    /** What is left to spend. */
    REMAINING("remaining"),
    /** How often one request may be repeated. */
    PRODUCT("product"),
    /** How often it may be at most. */
    LIMIT("limit");

    private final String member;

    Figure(String member) {
        this.member = member;
    }

    /**
     * Its name in documents.
     *
     * @return camelCase, stable
     */
    public String member() {
        return member;
    }
}
