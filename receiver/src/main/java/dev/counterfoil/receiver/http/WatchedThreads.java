// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.http;

import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The server's threads, which tell where memory ran out in one of them. The pool would write that down and go on, but what the thread had
 * in hand, and be it the look-out for all connections, is gone. Thread-safe.
 */
final class WatchedThreads extends QueuedThreadPool {
    private static final int MOST = 32;
    private static final int AT_LEAST = 4;

    private final Runnable memoryOut;

    WatchedThreads(Runnable memoryOut) {
        super(MOST, AT_LEAST);
        this.memoryOut = memoryOut;
        setName("receiver-http");
        setDaemon(true);
    }

    @Override
    protected void runJob(Runnable job) {
        try {
            super.runJob(job);
        } catch (OutOfMemoryError e) {
            memoryOut.run();
            throw e;
        }
    }
}
