// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * A server on the loopback that does with each connection what its script says, and remembers what came. Whatever waits in it ends when the
 * client goes or the server is closed.
 */
final class HostileServer implements AutoCloseable {
    private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *([0-9]+)\r\n");

    private final ServerSocket listening;
    private final Script script;
    private final Layer layer;
    private final List<Visitor> visitors = new CopyOnWriteArrayList<>();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch closing = new CountDownLatch(1);

    /** What is done with a connection. */
    @FunctionalInterface
    interface Script {
        void serve(Visitor visitor) throws IOException;
    }

    HostileServer(Script script) throws IOException {
        this(script, ServerSocketFactory.getDefault());
    }

    HostileServer(Script script, ServerSocketFactory sockets) throws IOException {
        this(script, sockets, plain -> plain);
    }

    /** One that speaks one version of TLS, and can end a connection without saying so. */
    HostileServer(Script script, SSLContext keys, String version) throws IOException {
        this(script, ServerSocketFactory.getDefault(), plain -> {
            SSLSocket secure = (SSLSocket) keys.getSocketFactory().createSocket(plain, "localhost", plain.getPort(), true);
            secure.setUseClientMode(false);
            secure.setEnabledProtocols(new String[] {version});
            return secure;
        });
    }

    private HostileServer(Script script, ServerSocketFactory sockets, Layer layer) throws IOException {
        this.script = script;
        this.layer = layer;
        this.listening = sockets.createServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        start(this::accept);
    }

    /** What is spoken over a connection. */
    @FunctionalInterface
    private interface Layer {
        Socket over(Socket plain) throws IOException;
    }

    private void accept() {
        try {
            while (true) {
                Socket plain = listening.accept();
                Visitor visitor = new Visitor(plain, layer.over(plain));
                visitors.add(visitor);
                start(visitor::serve);
            }
        } catch (IOException closed) {
            return;
        }
    }

    private void start(Runnable work) {
        Thread thread = new Thread(work, "hostile-server");
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    int port() {
        return listening.getLocalPort();
    }

    String url() {
        return "http://127.0.0.1:" + port() + "/v1/orders?x=%20y";
    }

    /** Waits until a script says that the point has come. */
    void awaitReached() throws InterruptedException {
        if (!reached.await(60, TimeUnit.SECONDS)) {
            throw new AssertionError("the server never came to its point");
        }
    }

    List<Visitor> visitors() {
        return visitors;
    }

    /** The one request that came; closes first, so that none can come later. */
    Visitor onlyVisitor() throws IOException, InterruptedException {
        end();
        if (visitors.size() != 1) {
            throw new AssertionError(visitors.size() + " connections came");
        }
        return visitors.get(0);
    }

    @Override
    public void close() throws IOException {
        end();
    }

    /** Takes nobody any more and ends who is there; once it is back, nobody comes. */
    void end() throws IOException {
        closing.countDown();
        listening.close();
        for (Visitor visitor : visitors) {
            visitor.socket.close();
        }
        try {
            for (Thread thread : threads) {
                thread.join(TimeUnit.SECONDS.toMillis(60));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** One connection. */
    final class Visitor {
        private final Socket plain;
        private final Socket socket;
        private final ByteArrayOutputStream received = new ByteArrayOutputStream();
        private final CountDownLatch read = new CountDownLatch(1);

        private Visitor(Socket plain, Socket socket) {
            this.plain = plain;
            this.socket = socket;
        }

        private void serve() {
            try (socket) {
                script.serve(this);
            } catch (IOException gone) {
                return;
            }
        }

        /** All bytes that were read of it, in ISO-8859-1. */
        synchronized String received() {
            return received.toString(StandardCharsets.ISO_8859_1);
        }

        /** What came behind the head, once the request was read whole: who answers first may be answered before that. */
        byte[] body() {
            try {
                if (!read.await(1, TimeUnit.MINUTES)) {
                    throw new IllegalStateException("the request was not read whole");
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            String all = received();
            return all.substring(all.indexOf("\r\n\r\n") + 4).getBytes(StandardCharsets.ISO_8859_1);
        }

        private synchronized int read() throws IOException {
            int octet = socket.getInputStream().read();
            if (octet < 0) {
                throw new SocketException("the client is gone");
            }
            received.write(octet);
            return octet;
        }

        void readSome(int bytes) throws IOException {
            for (int i = 0; i < bytes; i++) {
                read();
            }
        }

        /** Head and body, as long as the head says. */
        Visitor readRequest() throws IOException {
            while (!received().endsWith("\r\n\r\n")) {
                read();
            }
            Matcher length = LENGTH.matcher(received());
            if (length.find()) {
                byte[] body = socket.getInputStream().readNBytes(Integer.parseInt(length.group(1)));
                synchronized (this) {
                    received.writeBytes(body);
                }
            }
            read.countDown();
            return this;
        }

        Visitor say(String text) throws IOException {
            return say(text.getBytes(StandardCharsets.ISO_8859_1));
        }

        Visitor say(byte[] bytes) throws IOException {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
            return this;
        }

        /** One byte after the other, each a packet of its own. */
        Visitor trickle(String text) throws IOException {
            socket.setTcpNoDelay(true);
            for (byte octet : text.getBytes(StandardCharsets.ISO_8859_1)) {
                say(new byte[] {octet});
            }
            return this;
        }

        Visitor reach() {
            reached.countDown();
            return this;
        }

        /** The connection ends with a reset instead of an end. */
        void reset() throws IOException {
            plain.setSoLinger(true, 0);
            plain.close();
        }

        /** The connection ends, and TLS over it does not say so. */
        void hangUp() throws IOException {
            plain.close();
        }

        /** Says that nothing more is said, and keeps the connection. */
        Visitor sayEnd() throws IOException {
            socket.shutdownOutput();
            return this;
        }

        /** Says nothing more and goes on reading until the client is gone. */
        void untilGone() throws IOException {
            InputStream in = socket.getInputStream();
            byte[] chunk = new byte[8_192];
            int read = in.read(chunk);
            while (read >= 0) {
                read = in.read(chunk);
            }
        }

        /** Neither says nor reads anything more until the server is closed. */
        void untilClosed() {
            try {
                closing.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
