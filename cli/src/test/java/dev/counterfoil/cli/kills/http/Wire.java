// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Lies between a sender and a receiver, notes what is sent, and stands still where it is told to. It listens at one port for all its life.
 * Thread-safe.
 */
final class Wire implements AutoCloseable {
    private final ServerSocket listening;
    private final URI behind;
    private final List<Exchange> exchanges = new CopyOnWriteArrayList<>();
    private final List<Sent> sent = new ArrayList<>();
    private Optional<Halt> armed = Optional.empty();
    private int run;
    private Tampering tampering = Tampering.NONE;

    private Wire(ServerSocket listening, URI behind) {
        this.listening = listening;
        this.behind = behind;
    }

    /** Listens in front of a receiver. */
    static Wire before(URI receiver) throws IOException {
        Wire wire = new Wire(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), receiver);
        aside(wire::listen, "wire");
        return wire;
    }

    private static void aside(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void listen() {
        while (!listening.isClosed()) {
            try {
                Exchange exchange = new Exchange(listening.accept(), this, run());
                exchanges.add(exchange);
                aside(exchange, "wire exchange");
            } catch (IOException closed) {
                return;
            }
        }
    }

    /** Where it listens. */
    String address() {
        return "http://127.0.0.1:" + listening.getLocalPort();
    }

    URI behind() {
        return behind;
    }

    /** Forgets what was; from now on the wire does that to what it carries. */
    synchronized void begin(Tampering other) {
        exchanges.clear();
        sent.clear();
        armed = Optional.empty();
        run = 0;
        tampering = other;
    }

    synchronized Tampering tampering() {
        return tampering;
    }

    private synchronized int run() {
        return run;
    }

    /** The next exchange that it is for stands still there. */
    synchronized void arm(Halt halt) {
        armed = Optional.of(halt);
    }

    synchronized void disarm() {
        armed = Optional.empty();
    }

    /** Keeps what was sent; whether it is to stand still somewhere. */
    synchronized Optional<Halt> noted(Sent one) {
        sent.add(one);
        Optional<Halt> halt = armed.filter(each -> each.isFor(one.request()));
        if (halt.isPresent()) {
            armed = Optional.empty();
        }
        return halt;
    }

    synchronized List<Sent> sent() {
        return List.copyOf(sent);
    }

    /** The command has ended: waits until all that it sent was noted and carried, but for what stands still. The next one begins. */
    void settle() throws IOException {
        // Connections are accepted in their order: behind this one there is none of that command.
        try (Socket last = new Socket(listening.getInetAddress(), listening.getLocalPort())) {
            last.shutdownOutput();
            while (last.getInputStream().read() >= 0) {
                continue;
            }
        }
        for (Exchange exchange : exchanges) {
            if (!exchange.isHalted()) {
                exchange.over().join();
            }
        }
        synchronized (this) {
            run++;
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
