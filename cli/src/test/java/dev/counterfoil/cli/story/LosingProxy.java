// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.story;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A wire that carries requests whole and loses every reply: it hands a request on, takes the answer off, and keeps the sender waiting.
 * What became of each connection can be asked for. Thread-safe.
 */
final class LosingProxy implements AutoCloseable {
    private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *(\\d+)");

    private final ServerSocket listening;
    private final URI behind;
    private final BlockingQueue<String> lost = new LinkedBlockingQueue<>();
    private final List<Socket> kept = new CopyOnWriteArrayList<>();

    private LosingProxy(ServerSocket listening, URI behind) {
        this.listening = listening;
        this.behind = behind;
    }

    /** Listens in front of a server. */
    static LosingProxy before(URI server) throws IOException {
        LosingProxy proxy = new LosingProxy(new ServerSocket(0, 8, InetAddress.getLoopbackAddress()), server);
        Thread thread = new Thread(proxy::carry, "losing-proxy");
        thread.setDaemon(true);
        thread.start();
        return proxy;
    }

    /** Where it listens. */
    URI address() {
        return URI.create("http://127.0.0.1:" + listening.getLocalPort());
    }

    /** The status line of the next reply that was lost, or why there was none. */
    String lost() throws InterruptedException {
        return lost.take();
    }

    /** Whether nobody connected since the last reply that was asked for. */
    boolean isIdle() {
        return lost.isEmpty() && kept.size() == 1;
    }

    private void carry() {
        while (!listening.isClosed()) {
            try {
                Socket sender = listening.accept();
                kept.add(sender);
                lost.add(exchanged(request(sender.getInputStream())));
            } catch (IOException failed) {
                lost.add("nothing: " + failed);
            }
        }
    }

    /** Head and body, as they were sent. */
    private static byte[] request(InputStream in) throws IOException {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        while (!request.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException("the sender went away within its request");
            }
            request.write(next);
        }
        Matcher length = LENGTH.matcher(request.toString(StandardCharsets.ISO_8859_1));
        request.write(in.readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0));
        return request.toByteArray();
    }

    private String exchanged(byte[] request) throws IOException {
        try (Socket server = new Socket(behind.getHost(), behind.getPort())) {
            server.getOutputStream().write(request);
            InputStream in = server.getInputStream();
            StringBuilder line = new StringBuilder();
            for (int next = in.read(); next >= 0 && next != '\r'; next = in.read()) {
                line.append((char) next);
            }
            return line.toString();
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket sender : kept) {
            sender.close();
        }
    }
}
