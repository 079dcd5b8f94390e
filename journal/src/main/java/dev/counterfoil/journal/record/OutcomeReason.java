// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

/** What exactly happened to an attempt. Immutable. */
public enum OutcomeReason implements Coded {
    /** The process ended with a code that is not a success. */
    EXIT_CODE,
    /** The process was ended by a signal. */
    SIGNAL,
    /** The time of the attempt was over. */
    ATTEMPT_TIMEOUT,
    /** Our process was told to stop. */
    STOPPED_BY_HOST,
    /** The response was over its bound. */
    RESPONSE_TOO_LARGE,
    /** There is no such command: never started, permanent for the provider. */
    COMMAND_MISSING,
    /** The command cannot be executed: never started, permanent for the provider. */
    COMMAND_NOT_EXECUTABLE,
    /** The provider is not what was declared: never started, permanent for the provider. */
    PROFILE_MISMATCH,
    /** The runtime's last beat was too old to start anything: never started. */
    LEASE_TOO_OLD,
    /** No connection: never started. */
    CONNECTION_REFUSED,
    /** No such host: never started. */
    UNKNOWN_HOST,
    /** No secure connection: never started. */
    TLS_FAILED,
    /** The connection broke. */
    RESET,
    /** The provider answered with a status that is not a success. */
    STATUS,
    /** The dispatcher threw. */
    EXCEPTION
}
