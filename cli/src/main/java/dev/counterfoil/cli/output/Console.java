// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.output;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * The three streams of the process: results to stdout, everything else to stderr, both UTF-8 whatever the locale. A line goes out whole
 * and at once. Thread-safe.
 *
 * <p>A reader of stdout that went away does not stop it: it is remembered ({@link #isOutputLost()}), and nothing more is written there.
 */
public final class Console {
    private final InputStream in;
    private final PrintStream out;
    private final PrintStream err;
    private final Look look;
    private volatile boolean outputLost;

    /** Which of the streams a person looks at. Immutable. */
    public enum Look {
        /** Neither. */
        PLAIN,
        /** Only stdout is a terminal. */
        RESULTS,
        /** Only stderr is a terminal. */
        MESSAGES,
        /** Both are. */
        BOTH
    }

    /**
     * Streams.
     *
     * @param in stdin
     * @param out stdout
     * @param err stderr
     * @param look which of them a person looks at
     */
    public Console(InputStream in, PrintStream out, PrintStream err, Look look) {
        this.in = in;
        this.out = out;
        this.err = err;
        this.look = look;
    }

    /**
     * Standard input.
     *
     * @return the stream
     */
    public InputStream in() {
        return in;
    }

    /**
     * Whether results are looked at by a person: then they may be coloured.
     *
     * @return true where stdout is a terminal
     */
    public boolean isOutputTerminal() {
        return look == Look.RESULTS || look == Look.BOTH;
    }

    /**
     * Whether messages are looked at by a person: then progress may be shown.
     *
     * @return true where stderr is a terminal
     */
    public boolean isErrorTerminal() {
        return look == Look.MESSAGES || look == Look.BOTH;
    }

    /**
     * Writes a result, and sees it out.
     *
     * @param text one line or several, without the last end of line
     */
    public void line(String text) {
        if (outputLost) {
            return;
        }
        synchronized (out) {
            write(out, text + "\n");
            outputLost = out.checkError();
        }
    }

    /**
     * Writes a message for a person, on one line whatever names stand in it.
     *
     * @param line a line, without its end
     */
    public void complain(String line) {
        complainAll(PlainText.line(line));
    }

    /**
     * Writes what is known to be lines: help, or messages each of which is one.
     *
     * @param lines one line or several, without the last end of line
     */
    public void complainAll(String lines) {
        synchronized (err) {
            write(err, lines + "\n");
        }
    }

    /**
     * Writes over the last line of a terminal; what is written next begins at its start.
     *
     * @param text a short line
     */
    public void progress(String text) {
        synchronized (err) {
            write(err, text + "\r");
        }
    }

    /**
     * Whether a result could not be written.
     *
     * @return true from then on
     */
    public boolean isOutputLost() {
        return outputLost;
    }

    private static void write(PrintStream to, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        to.write(bytes, 0, bytes.length);
        to.flush();
    }
}
