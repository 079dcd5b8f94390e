// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import dev.counterfoil.scheduler.dispatch.Answer;

/**
 * Reads more from a reply than its status says: what was used, or which of several errors one status stands for. Implemented by hosts that
 * know the API; must be thread-safe, and quick: it runs in the attempt's own thread.
 */
@FunctionalInterface
public interface ReplyReader {
    /**
     * Reads a reply. What it throws is logged, and the answer stays as it was.
     *
     * @param reply the reply; of one that is no success the body is whole where {@link #errorBytes()} allowed it and all of it came
     * @param answer what the status alone says
     * @return what is known
     */
    Answer read(Reply reply, Answer answer);

    /**
     * How much of the body of a reply that is no success is read. Such a body never changes the class by being cut, late or too long: it
     * is not there then.
     *
     * @return most bytes; 0 for none
     */
    default int errorBytes() {
        return 0;
    }
}
