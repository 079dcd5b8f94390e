// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.dump;

/** What a dump shows of bytes and keys. Immutable. */
public enum Payloads {
    /** Digests and lengths only. */
    HIDDEN,
    /** The bytes themselves, and the operation key. */
    SHOWN
}
