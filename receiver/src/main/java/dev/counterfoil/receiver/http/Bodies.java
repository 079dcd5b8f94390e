// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.http;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.eclipse.jetty.io.Content;

/**
 * The bodies that are being read: while the server stops they get the time that is left, and those that are not whole then are told so.
 * Thread-safe.
 */
final class Bodies {
    private final int mostBytes;
    private final Set<BodyReading> open = ConcurrentHashMap.newKeySet();
    private volatile boolean stopping;

    Bodies(int mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** Reads one. What becomes of it is told once, by whichever thread sees it. */
    void read(Content.Source source, Consumer<BodyEnd> told) {
        BodyReading reading = new BodyReading(source, mostBytes, this, told);
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

    boolean isStopping() {
        return stopping;
    }

    /** Ends those that are not whole. */
    void giveUp() {
        open.forEach(BodyReading::giveUp);
    }
}
