// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

/** What a piece of evidence is. None of them changes what the recovery table decides. Immutable. */
public enum EvidenceKind implements Coded {
    /** An answer that came after its attempt was given up. */
    LATE_OUTCOME,
    /** What a look-up answered. */
    LOOKUP,
    /** A response that could not be used. */
    UNUSABLE_RESPONSE,
    /** A usage report that could not be read. */
    MALFORMED_REPORT,
    /** The wall clock stood before the latest record. */
    CLOCK_REGRESSION,
    /** The journal was restored from a backup: behind a doubt, a person's verdict on it leads to a stand-in first. */
    RESTORED,
    /** Payloads were erased. */
    ERASURE
}
