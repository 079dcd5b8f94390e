// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.record;

/** How a journal can be damaged. Immutable. */
public enum DamageReason implements Coded {
    /** A record is not the one that its link of the chain speaks of. */
    DIGEST_DIFFERS,
    /** A record is not canonical: it would be written otherwise. */
    NOT_CANONICAL,
    /** A record is missing, or there is one too many. */
    SEQUENCE_GAP,
    /** A record has a format version that is not known. */
    UNKNOWN_VERSION,
    /** A request, response or evidence is not what its record says. */
    PAYLOAD_DIFFERS,
    /** A provider configuration is not what its opening says. */
    CONFIGURATION_DIFFERS,
    /** The chain does not end where the invocation's row says. */
    HEAD_MISSING,
    /** The anchor counts otherwise than the rows. */
    ANCHOR_DIFFERS,
    /** A record breaks the grammar, or is one that would not have been admitted. */
    UNLAWFUL,
    /** The bytes cannot be read at all. */
    UNREADABLE,
    /** The file's header, tables or indexes are not those that a journal has, or do not fit each other. */
    STRUCTURE_DIFFERS
}
