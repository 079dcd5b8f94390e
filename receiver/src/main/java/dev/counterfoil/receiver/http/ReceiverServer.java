// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.http;

import dev.counterfoil.receiver.failure.ReceiverException;
import java.net.URI;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.component.Graceful;

/** A receiver that listens. Thread-safe. */
public final class ReceiverServer implements AutoCloseable {
    /** Most connections at once; further ones wait unaccepted. */
    public static final int CONNECTIONS = 256;

    /** Most bytes of request line and header fields: a key of 256 characters is escaped to 512. */
    public static final int HEAD_BYTES = 8 << 10;

    /** A connection on which nothing comes or goes for so long is ended. */
    public static final long IDLE_MILLIS = 10_000;

    /** A connection on which no request comes whole for so long is ended; while one is answered it stays. */
    public static final long LIFESPAN_MILLIS = 30_000;

    /** How long requests that are under way may take when it stops; what is left to do then takes two seconds at most. */
    public static final long STOP_MILLIS = 6_000;

    /** How long the answers to what was given up, and the threads, may take. */
    private static final long LAST_MILLIS = 1_000;

    private final Server server;
    private final Bodies bodies;
    private final ServerTimes times;
    private final URI address;

    private ReceiverServer(Server server, Bodies bodies, ServerTimes times, URI address) {
        this.server = server;
        this.bodies = bodies;
        this.times = times;
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
        return start(desk, BoundAddress.of(settings));
    }

    /**
     * Starts to listen where it was bound before.
     *
     * @param desk answers
     * @param address where, and what is taken; the server's from now on
     * @return the server, listening
     * @throws ReceiverException where it cannot listen there
     */
    public static ReceiverServer start(Desk desk, BoundAddress address) {
        return start(desk, address, () -> { });
    }

    /**
     * The same, for whoever has the process to himself. Bodies have their share of the memory and no more; what else is in the process may
     * use up the rest. A server whose threads met that may be deaf, and keeps its address: it is better ended and started again, and the
     * receiver's database stands that at any instant.
     *
     * @param desk answers
     * @param address where, and what is taken; the server's from now on
     * @param memoryOut run where memory ran out in a thread of the server; more than once, from any thread, with no memory to speak of
     * @return the server, listening
     * @throws ReceiverException where it cannot listen there
     */
    public static ReceiverServer start(Desk desk, BoundAddress address, Runnable memoryOut) {
        return start(desk, address, memoryOut, ServerTimes.STANDARD);
    }

    /** The same with other times. */
    static ReceiverServer start(Desk desk, BoundAddress bound, ServerTimes times) {
        return start(desk, bound, () -> { }, times);
    }

    private static ReceiverServer start(Desk desk, BoundAddress bound, Runnable memoryOut, ServerTimes times) {
        WatchedThreads threads = new WatchedThreads(memoryOut);
        threads.setStopTimeout(LAST_MILLIS);
        Server server = new Server(threads);
        ServerConnector connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http()));
        connector.setIdleTimeout(times.idleMillis());
        connector.setShutdownIdleTimeout(times.idleAtStopMillis());
        Lifespan lifespan = new Lifespan(server.getScheduler(), times.lifespanMillis());
        connector.addBean(lifespan);
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(CONNECTIONS, connector));
        Bodies bodies = new Bodies(bound.settings(), memoryOut);
        server.setHandler(new GracefulHandler(new ReceiverHandler(desk, bound.settings(), bodies, lifespan, memoryOut)));
        server.setErrorHandler(new JettyErrors());
        server.setStopTimeout(LAST_MILLIS);
        started(server, connector, bound);
        return new ReceiverServer(server, bodies, times, bound.uri());
    }

    private static HttpConfiguration http() {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setRequestHeaderSize(HEAD_BYTES);
        // A scope may hold any character: %2F is a character of it, and ".." is a scope like any other. No path leads to a file.
        http.setUriCompliance(UriCompliance.UNSAFE);
        return http;
    }

    private static void started(Server server, ServerConnector connector, BoundAddress bound) {
        try {
            connector.open(bound.channel());
            server.start();
        } catch (Exception e) {
            stop(server);
            bound.close();
            throw BoundAddress.refused(bound.settings(), e);
        }
    }

    /**
     * Where it listens.
     *
     * @return {@code http://host:port}
     */
    public URI address() {
        return address;
    }

    /**
     * Takes nothing new, lets requests that are under way finish for {@value #STOP_MILLIS} ms, then ends them: whoever has not sent all of
     * his body by then is told that nothing was done. An interrupt ends the wait.
     */
    @Override
    public void close() {
        bodies.stop();
        try {
            Graceful.shutdown(server).get(times.stopMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            unfinished(e);
        }
        bodies.giveUp();
        stop(server);
    }

    private static void stop(Server server) {
        try {
            server.stop();
        } catch (Exception e) {
            unfinished(e);
        }
    }

    private static void unfinished(Exception why) {
        System.getLogger(ReceiverServer.class.getName()).log(System.Logger.Level.DEBUG, "not all requests were finished: {0}",
                why.getClass().getName());
    }
}
