// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.http;

/** What becomes of a body. Immutable. */
sealed interface BodyEnd {
    /** It is here. The array is the holder's. */
    record Whole(byte[] bytes) implements BodyEnd {}

    /** It is not, and nothing was done. */
    enum Unread implements BodyEnd {
        /** It is longer than is taken here. */
        TOO_LARGE,
        /** With all others that are under way it is more than is held at once. */
        NO_ROOM,
        /** Nothing of it came for too long. */
        TOO_SLOW,
        /** It is not what the head says, or the client went away. */
        MALFORMED,
        /** The receiver stopped before it was whole. */
        STOPPED,
        /** It could not be read, for a reason of the receiver's. */
        FAILED
    }
}
