// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.bench;

/**
 * Is told how far the measuring is, between what is measured, and may end it. Thread-safe.
 */
public interface Watcher {
    /**
     * A step begins.
     *
     * @param done steps that are over
     * @param whole all steps
     */
    void begins(int done, int whole);

    /**
     * Whether the measuring goes on; asked often, from every caller's thread.
     *
     * @return false where it is to end
     */
    boolean goesOn();
}
