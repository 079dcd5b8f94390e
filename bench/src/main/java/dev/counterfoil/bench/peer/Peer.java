// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.bench.peer;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;

/**
 * One way to do an effect between two durable steps. Thread-safe.
 */
public interface Peer extends AutoCloseable {
    /**
     * One invocation: what is intended is durable, then the effect happens, then what came of it is durable.
     *
     * @param number names it; never used twice
     * @throws Exception where one of the steps fails
     */
    void run(long number) throws Exception;

    /**
     * What this one does of itself after a crash: goes on with what was left, as far as it would.
     *
     * @return the invocations that it leaves to a person, because it does not know whether their effect happened
     * @throws Exception where it cannot
     */
    List<Long> recover() throws Exception;

    /**
     * Processor time of servers that work for it, besides this process.
     *
     * @return nanoseconds since any fixed point; 0 where there are none
     */
    default long serverNanos() {
        return 0;
    }

    @Override
    void close() throws IOException, SQLException;
}
