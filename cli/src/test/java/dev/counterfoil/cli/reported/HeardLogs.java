// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.reported;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/**
 * Every line that this process logs meanwhile, at every level, with its stack traces. Newer JDKs log the words of each command that they
 * start, where that is asked for by this name; that is theirs and is left out. Thread-safe.
 */
final class HeardLogs extends Handler implements AutoCloseable {
    private static final String STARTS_OF_THE_JDK = "java.lang.ProcessBuilder";

    private final Logger root = Logger.getLogger("");
    private final Level before = root.getLevel();
    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());

    HeardLogs() {
        setLevel(Level.ALL);
        setFormatter(new SimpleFormatter());
        root.setLevel(Level.ALL);
        root.addHandler(this);
    }

    List<String> lines() {
        synchronized (lines) {
            return List.copyOf(lines);
        }
    }

    @Override
    public void publish(LogRecord line) {
        if (!STARTS_OF_THE_JDK.equals(line.getLoggerName())) {
            lines.add(getFormatter().format(line));
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        root.removeHandler(this);
        root.setLevel(before);
    }
}
