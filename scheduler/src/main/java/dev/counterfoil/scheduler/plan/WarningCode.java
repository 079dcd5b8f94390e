// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.plan;

import dev.counterfoil.journal.record.Coded;

/** What a plan warns of. Immutable. */
public enum WarningCode implements Coded {
    /** A series or parallel without children. */
    EMPTY_COMPOSITION,
    /** A wait that code decides; once for each. */
    DYNAMIC_BACKOFF_UPPER_BOUND,
    /** Waits that chance shortens. */
    JITTER_UPPER_BOUND,
    /** A timeout cuts a tree that holds a retry. */
    RETRY_EXCEEDS_TIMEOUT,
    /** A timeout cuts a tree that holds a hedge and no retry. */
    HEDGE_EXCEEDS_TIMEOUT,
    /** A timeout cuts a tree that holds a failover and neither a retry nor a hedge. */
    FAILOVER_EXCEEDS_TIMEOUT,
    /** A timeout cuts anything else. */
    TIME_EXCEEDS_TIMEOUT,
    /** A deadline cuts. */
    DEADLINE_INFEASIBLE,
    /** Nothing is known of a budget that is named. */
    RETRY_BUDGET_SNAPSHOT_MISSING,
    /** A budget cannot pay for all retries. */
    RETRY_BUDGET_EXCEEDED,
    /** A budget is counted in something else than retries. */
    RETRY_BUDGET_UNIT_MISMATCH,
    /** Waiting for tokens takes longer than what they are for. */
    RATE_LIMIT_DOMINATES,
    /** A timeout or deadline is shorter than the best case: it can never be kept. */
    NEVER_FITS,
    /** The time of each attempt is shorter than its best case. */
    ATTEMPT_TIMEOUT_BELOW_BEST,
    /** A deadline that could be kept at once cannot be where it starts as late as it may. */
    DEADLINE_INFEASIBLE_LATE,
    /** Some of the declared attempts cannot even start in time. */
    ATTEMPTS_UNREACHABLE,
    /** Nothing is known of a budget of money, tokens or calls. */
    COST_BUDGET_SNAPSHOT_MISSING,
    /** A budget of money, tokens or calls cannot pay for all attempts. */
    COST_BUDGET_EXCEEDED,
    /** Nested retries multiply one request beyond what is allowed. */
    RETRY_AMPLIFICATION
}
