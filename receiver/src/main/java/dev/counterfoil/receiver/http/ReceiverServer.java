// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.http;

import dev.counterfoil.receiver.failure.ReceiverException;
import dev.counterfoil.receiver.failure.ReceiverProblem;
import java.net.URI;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** A receiver that listens. Thread-safe. */
public final class ReceiverServer implements AutoCloseable {
    /** Most connections at once; further ones wait unaccepted. */
    public static final int CONNECTIONS = 256;

    /** Most bytes of request line and header fields: a key of 256 characters is escaped to 512. */
    public static final int HEAD_BYTES = 8 << 10;

    /** A connection on which nothing comes or goes for so long is ended. */
    public static final long IDLE_MILLIS = 10_000;

    /** A connection on which no request is answered for so long is ended. */
    public static final long LIFESPAN_MILLIS = 30_000;

    /** How long requests that are under way may take when it stops. */
    public static final long STOP_MILLIS = 8_000;

    private static final long THREADS_STOP_MILLIS = 1_000;
    private static final int THREADS = 32;
    private static final int THREADS_AT_LEAST = 4;

    private final Server server;
    private final URI address;

    private ReceiverServer(Server server, URI address) {
        this.server = server;
        this.address = address;
    }

    /**
     * Starts to listen.
     *
     * @param desk answers
     * @param settings where, and what is taken
     * @return the server, listening
     * @throws ReceiverException where it cannot listen there
     */
    public static ReceiverServer start(Desk desk, ServerSettings settings) {
        return start(desk, settings, LIFESPAN_MILLIS);
    }

    /** The same with another lifespan. */
    static ReceiverServer start(Desk desk, ServerSettings settings, long lifespanMillis) {
        QueuedThreadPool threads = new QueuedThreadPool(THREADS, THREADS_AT_LEAST);
        threads.setName("receiver-http");
        threads.setDaemon(true);
        threads.setStopTimeout(THREADS_STOP_MILLIS);
        Server server = new Server(threads);
        ServerConnector connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http()));
        connector.setHost(settings.host());
        connector.setPort(settings.port());
        connector.setIdleTimeout(IDLE_MILLIS);
        connector.setShutdownIdleTimeout(STOP_MILLIS);
        Lifespan lifespan = new Lifespan(server.getScheduler(), lifespanMillis);
        connector.addBean(lifespan);
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(CONNECTIONS, connector));
        server.setHandler(new GracefulHandler(new ReceiverHandler(desk, settings.maxBodyBytes(), lifespan)));
        server.setErrorHandler(new JettyErrors());
        server.setStopTimeout(STOP_MILLIS);
        started(server, settings);
        return new ReceiverServer(server, URI.create("http://" + literal(settings.host()) + ":" + connector.getLocalPort()));
    }

    private static HttpConfiguration http() {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setRequestHeaderSize(HEAD_BYTES);
        // A scope may hold any character: %2F is a character of it, and ".." is a scope like any other. No path leads to a file.
        http.setUriCompliance(UriCompliance.UNSAFE);
        return http;
    }

    private static void started(Server server, ServerSettings settings) {
        try {
            server.start();
        } catch (Exception e) {
            stop(server);
            throw new ReceiverException(ReceiverProblem.IO_FAILED, settings.host() + ":" + settings.port(),
                    "it cannot be listened on; choose another address or port", e);
        }
    }

    /** An IPv6 address stands in brackets. */
    private static String literal(String host) {
        return host.contains(":") ? "[" + host + "]" : host;
    }

    /**
     * Where it listens.
     *
     * @return {@code http://host:port}
     */
    public URI address() {
        return address;
    }

    /** Takes nothing new, lets requests that are under way finish for {@value #STOP_MILLIS} ms, then ends them. */
    @Override
    public void close() {
        stop(server);
    }

    private static void stop(Server server) {
        try {
            server.stop();
        } catch (Exception e) {
            System.getLogger(ReceiverServer.class.getName()).log(System.Logger.Level.DEBUG, "not all requests were finished: {0}",
                    e.getClass().getName());
        }
    }
}
