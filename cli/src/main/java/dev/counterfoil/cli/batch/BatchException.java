// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.batch;

/** What was handed in to be judged cannot be read; the message says what and where. */
public final class BatchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * A refusal.
     *
     * @param message one line
     */
    public BatchException(String message) {
        super(message);
    }
}
