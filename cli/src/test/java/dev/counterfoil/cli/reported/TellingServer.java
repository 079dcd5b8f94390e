// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.reported;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A server whose every answer has a canary in head and body: a delivery fails, and its book says what is no receipt. It logs nothing of
 * its own. Thread-safe.
 */
final class TellingServer implements AutoCloseable {
    private static final String FAILED = "HTTP/1.1 500 canary-reply\r\nX-Canary: canary-reply\r\nContent-Length: 12\r\n\r\ncanary-reply";
    private static final String BOOK = "HTTP/1.1 200 OK\r\nContent-Length: 17\r\n\r\n{\"canary-book\":1}";

    private final ServerSocket listening;

    private TellingServer(ServerSocket listening) {
        this.listening = listening;
    }

    static TellingServer start() throws IOException {
        TellingServer server = new TellingServer(new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1")));
        Thread thread = new Thread(server::serve, "telling-server");
        thread.setDaemon(true);
        thread.start();
        return server;
    }

    int port() {
        return listening.getLocalPort();
    }

    private void serve() {
        while (!listening.isClosed()) {
            try (Socket visitor = listening.accept()) {
                answer(visitor);
            } catch (IOException gone) {
                // Whoever shakes hands where nobody does is gone; the next one may come.
                continue;
            }
        }
    }

    /** A request is short: it came whole, or nobody waits for its rest. */
    private static void answer(Socket visitor) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(visitor.getInputStream(), StandardCharsets.ISO_8859_1));
        String first = String.valueOf(in.readLine());
        boolean asks = first.startsWith("GET ");
        if (asks || first.startsWith("POST ")) {
            int length = 0;
            for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
                length = line.startsWith("Content-Length: ") ? Integer.parseInt(line.substring(16)) : length;
            }
            for (int read = 0; read < length && in.read() >= 0; read++) {
                continue;
            }
            visitor.getOutputStream().write((asks ? BOOK : FAILED).getBytes(StandardCharsets.ISO_8859_1));
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
