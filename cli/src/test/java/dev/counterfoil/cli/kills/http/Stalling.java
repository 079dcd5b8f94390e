// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps senders waiting, each as its scope says: {@code after} is never answered, {@code wait} is to come again in an hour, {@code lookup}
 * loses the connection, and its book, once asked, never answers. At a second port nobody is ever let in. Thread-safe.
 */
final class Stalling implements AutoCloseable {
    private static final String LATER = "HTTP/1.1 429 Later\r\nRetry-After: 3600\r\nContent-Length: 0\r\n\r\n";
    private static final int MORE_THAN_THE_BACKLOG = 8;

    private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final List<SocketChannel> crowd = new ArrayList<>();
    private final Map<String, CompletableFuture<Void>> moments = new ConcurrentHashMap<>();

    Stalling() throws IOException {
        // The system takes so many connections that nobody accepts; whoever comes behind them is kept at the door.
        for (int i = 0; i < MORE_THAN_THE_BACKLOG; i++) {
            SocketChannel one = SocketChannel.open();
            one.configureBlocking(false);
            one.connect(new InetSocketAddress(deaf.getInetAddress(), deaf.getLocalPort()));
            crowd.add(one);
        }
        aside(this::listen);
    }

    private static void aside(Runnable work) {
        Thread thread = new Thread(work, "stalling");
        thread.setDaemon(true);
        thread.start();
    }

    String address() {
        return "http://127.0.0.1:" + listening.getLocalPort();
    }

    /** Where nobody is let in. */
    String deaf() {
        return "http://127.0.0.1:" + deaf.getLocalPort();
    }

    /** Is completed when that request has come: method and scope. */
    CompletableFuture<Void> come(String method, String scope) {
        return moment(method + " " + scope);
    }

    /** Is completed when the connection of that request was ended at the other end. */
    CompletableFuture<Void> ended(String method, String scope) {
        return moment("end of " + method + " " + scope);
    }

    private CompletableFuture<Void> moment(String name) {
        return moments.computeIfAbsent(name, any -> new CompletableFuture<>());
    }

    private void listen() {
        while (!listening.isClosed()) {
            try {
                Socket sender = listening.accept();
                aside(() -> keep(sender));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void keep(Socket sender) {
        String name = "nothing";
        try (sender) {
            Optional<Request> request = Request.read(sender.getInputStream());
            if (request.isPresent()) {
                name = request.get().method() + " " + request.get().scope();
                moment(name).complete(null);
                if (name.equals("POST wait")) {
                    sender.getOutputStream().write(LATER.getBytes(StandardCharsets.US_ASCII));
                } else if (!name.equals("POST lookup")) {
                    awaitEnd(sender.getInputStream());
                }
            }
        } catch (IOException reset) {
            // It was ended at the other end, unfriendly.
            return;
        } finally {
            moment("end of " + name).complete(null);
        }
    }

    private static void awaitEnd(InputStream in) throws IOException {
        while (in.read() >= 0) {
            continue;
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        deaf.close();
        for (SocketChannel one : crowd) {
            one.close();
        }
    }
}
