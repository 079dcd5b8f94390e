// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.sqlite.commit;

import dev.counterfoil.journal.sqlite.file.JournalFile;
import dev.counterfoil.journal.sqlite.file.PlainFiles;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.lang.System.Logger;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Warns, once each time, when the -wal has grown over a bound: somebody holds a long read, and the log cannot begin anew. Thread-safe.
 */
public final class LogWatch {
    /** Sixteen times the size at which it is copied: no ordinary reader holds it up for so long. */
    public static final long BOUND_BYTES = 64L << 20;

    /** It is looked at every so many appends: a look costs some microseconds. */
    static final int APPENDS_BETWEEN_LOOKS = 256;

    private static final Logger LOG = System.getLogger(LogWatch.class.getName());

    private final JournalFile file;
    private final long boundBytes;
    private final AtomicLong appends = new AtomicLong();
    private final AtomicBoolean over = new AtomicBoolean();

    public LogWatch(JournalFile file, long boundBytes) {
        this.file = file;
        this.boundBytes = boundBytes;
    }

    /** Counts an append, and looks when it is time. */
    public void count() {
        if (appends.incrementAndGet() % APPENDS_BETWEEN_LOOKS == 0) {
            look();
        }
    }

    /** Whether the log was over its bound at the last look. */
    boolean isOver() {
        return over.get();
    }

    private void look() {
        try {
            long bytes = PlainFiles.look(file.wal()).map(PlainFiles.Look::size).orElse(0L);
            boolean now = bytes > boundBytes;
            if (now && over.compareAndSet(false, true)) {
                LOG.log(Level.WARNING, "{0} has {1} bytes, over its bound of {2}: a reader holds one transaction for too long",
                        file.wal(), bytes, boundBytes);
            } else if (!now) {
                over.set(false);
            }
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "the size of {0} cannot be asked for", file.wal());
        }
    }
}
