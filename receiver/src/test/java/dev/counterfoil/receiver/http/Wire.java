// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A client that sends whatever bytes a test wishes. */
final class Wire implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 120_000;

    private final Socket socket;

    Wire(URI address) throws IOException {
        socket = new Socket(address.getHost(), address.getPort());
        socket.setSoTimeout(PATIENCE_MILLIS);
    }

    /** What came back. */
    record Heard(int status, String head, String body) {}

    Wire send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
        return this;
    }

    /** One answer, its body by its length. */
    Heard hear() throws IOException {
        String head = head();
        int length = 0;
        for (String line : head.split("\r\n")) {
            length = line.matches("(?i)content-length:.*") ? Integer.parseInt(line.substring(15).strip()) : length;
        }
        byte[] body = socket.getInputStream().readNBytes(length);
        return new Heard(Integer.parseInt(head.substring(9, 12)), head, new String(body, StandardCharsets.UTF_8));
    }

    private String head() throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        InputStream in = socket.getInputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int read = in.read();
            if (read < 0) {
                throw new IOException("the server ended the connection behind: " + head);
            }
            head.write(read);
        }
        return head.toString(StandardCharsets.ISO_8859_1);
    }

    /** Whether something came that was not heard so far. */
    boolean isSpokenTo() throws IOException {
        return socket.getInputStream().available() > 0;
    }

    /** Whether the server ends the connection, whatever it still says. */
    boolean isEnded() {
        try {
            socket.getInputStream().readAllBytes();
            return true;
        } catch (IOException reset) {
            return !reset.getMessage().contains("timed out");
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
