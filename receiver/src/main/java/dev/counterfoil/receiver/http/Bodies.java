// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.http;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.eclipse.jetty.io.Content;

/**
 * The bodies that are being read: while the server stops they get the time that is left, and those that are not whole then are told so.
 * Thread-safe.
 */
final class Bodies {
    private final int mostBytes;
    private final BodyBudget budget;
    private final Runnable memoryOut;
    private final Set<BodyReading> open = ConcurrentHashMap.newKeySet();
    private volatile boolean stopping;

    Bodies(ServerSettings settings, Runnable memoryOut) {
        this.mostBytes = settings.maxBodyBytes();
        this.budget = new BodyBudget(settings.allBodiesBytes());
        this.memoryOut = memoryOut;
    }

    /** Reads one, as long as its head says, if it does. What becomes of it is answered and told once, by whichever thread sees it. */
    void read(Content.Source source, Function<BodyEnd, Reply> answer, Consumer<Reply> told) {
        long said = source.getLength();
        int most = said < 0 ? mostBytes : (int) Math.min(said, mostBytes);
        BodyReading reading = new BodyReading(source, new BodyBytes(budget, most), this, answer, told);
        open.add(reading);
        reading.run();
    }

    void ended(BodyReading reading) {
        open.remove(reading);
    }

    /** From now on no body is ended for its silence. */
    void stop() {
        stopping = true;
    }

    void tellMemoryOut() {
        memoryOut.run();
    }

    boolean isStopping() {
        return stopping;
    }

    /** Ends those that are not whole. */
    void giveUp() {
        open.forEach(BodyReading::giveUp);
    }
}
