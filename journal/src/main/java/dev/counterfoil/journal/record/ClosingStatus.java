// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

/** How an invocation ended. An uncertain one never ends. Immutable. */
public enum ClosingStatus implements Coded {
    /** With a response. */
    SETTLED,
    /** Without going on. */
    STOPPED
}
