// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal;

/** Is told how far work on a whole journal is, and says whether it goes on. An implementation is confined to one piece of work. */
@FunctionalInterface
public interface LongWork {
    /** To the end. */
    LongWork TO_THE_END = (stage, done, whole) -> true;

    /** What is being done. */
    enum Stage {
        /** Bytes are copied. */
        COPYING,
        /** Invocations are verified. */
        VERIFYING
    }

    /**
     * Some more is done.
     *
     * @param stage of what
     * @param done how much, from 0
     * @param whole about how much there is
     * @return whether it goes on; nothing is left behind of what is ended
     */
    boolean goesOn(Stage stage, long done, long whole);
}
