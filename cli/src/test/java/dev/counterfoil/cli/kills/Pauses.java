// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The two pipes by which the scripted provider stops at a named place. Both are held open for reading and writing, so that no side waits
 * for the other to open. Confined, but for {@link #say}.
 */
final class Pauses implements AutoCloseable {
    private final Path directory;
    private final RandomAccessFile signal;
    private final RandomAccessFile go;

    Pauses(Path directory) throws IOException {
        this.directory = directory;
        this.signal = new RandomAccessFile(directory.resolve(ScriptedProvider.SIGNAL).toFile(), "rw");
        this.go = new RandomAccessFile(directory.resolve(ScriptedProvider.GO).toFile(), "rw");
    }

    /** The next provider that comes to the place stops there. */
    void ask(String place) throws IOException {
        Files.createFile(directory.resolve(place));
    }

    void withdraw(String place) throws IOException {
        Files.deleteIfExists(directory.resolve(place));
    }

    /** The next word of a provider, or of {@link #say}. */
    String next() throws IOException {
        return signal.readLine();
    }

    void say(String word) {
        try {
            signal.write((word + "\n").getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Lets one that stopped go on, and waits until it did the rest. */
    void goOn() throws IOException {
        go.write("go\n".getBytes(StandardCharsets.US_ASCII));
        String word = next();
        if (!word.equals("over")) {
            throw new IllegalStateException("expected the provider's last word, read: " + word);
        }
    }

    @Override
    public void close() throws IOException {
        signal.close();
        go.close();
    }
}
