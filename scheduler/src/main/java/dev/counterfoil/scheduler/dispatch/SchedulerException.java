// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.dispatch;

/**
 * The root of everything that the scheduler throws for broken callers and broken environments. Its message says what, where and what
 * to do, never a payload or a key.
 */
public abstract class SchedulerException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * With a message.
     *
     * @param message one line
     */
    protected SchedulerException(String message) {
        super(message);
    }

    /**
     * With a message and the failure below.
     *
     * @param message one line
     * @param cause the failure below
     */
    protected SchedulerException(String message, Throwable cause) {
        super(message, cause);
    }
}
