// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.plan;

import dev.counterfoil.journal.record.Coded;
import dev.counterfoil.scheduler.plan.Policy;

/** Why a request for a plan is refused, in the order in which a node is looked at. Immutable. */
public enum PlanRefusal implements Coded {
    /** No JSON object, or its options are none. */
    MALFORMED_REQUEST,
    /** A node is deeper than {@link Policy#DEPTH}. */
    DEPTH_EXCEEDED,
    /** A node is no object or missing, or its children are no array. */
    INVALID_POLICY,
    /** A node's type is missing or unknown. */
    UNKNOWN_TYPE,
    /** A duration is none. */
    INVALID_DURATION,
    /** The terms of a retry are neither a number nor an object, or a word in them is unknown. */
    INVALID_RETRY,
    /** The attempts of a retry are not a whole number in range. */
    INVALID_RETRY_TIMES,
    /** The growth of waits is less than 1. */
    INVALID_FACTOR,
    /** A probability of failure is none. */
    INVALID_FAILURE,
    /** An outage is no key with a probability, has two, or is one too many. */
    INVALID_OUTAGE,
    /** A cost is no object of amounts. */
    INVALID_COST,
    /** The rate of a limit is none. */
    INVALID_RATE,
    /** The copies of a hedge are not a whole number, or none. */
    INVALID_HEDGE_MAX,
    /** An instant is not a finite number. */
    INVALID_DEADLINE,
    /** What is said of a budget makes no sense. */
    INVALID_BUDGET_SNAPSHOT,
    /** A budget is listed twice. */
    DUPLICATE_BUDGET_SNAPSHOT,
    /** What is said of a budget of costs makes no sense. */
    INVALID_COST_BUDGET,
    /** A budget of costs is listed twice. */
    DUPLICATE_COST_BUDGET,
    /** The limit of repetitions is not a number of at least 1. */
    INVALID_AMPLIFICATION,
    /** The plan would have more warnings than are told in one answer. */
    TOO_MANY_WARNINGS
}
