// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import dev.counterfoil.journal.record.OutcomeReason;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * The one connection of one exchange: opened, used and closed with it. {@link #close()} may be called by anybody at any time and ends
 * whatever blocks, but for finding the host's addresses; once closed it opens nothing any more. No proxy is asked, whatever the system
 * says. Opened and used by one thread at a time.
 */
final class Connection implements AutoCloseable {
    private static final String CHECK_THE_NAME = "HTTPS";
    private static final String[] PROTOCOLS = {"http/1.1"};

    private final Hosts hosts;
    private final SSLSocketFactory tls;
    private volatile OutcomeReason trouble = OutcomeReason.UNKNOWN_HOST;
    private Optional<Socket> current = Optional.empty();
    private boolean closed;
    private Optional<Socket> spoken = Optional.empty();
    private BooleanSupplier believed = () -> true;

    Connection(Hosts hosts, SSLSocketFactory tls) {
        this.hosts = hosts;
        this.tls = tls;
    }

    /**
     * Finds the host, connects to the first of its addresses that takes it, and shakes hands where the URL is secure.
     *
     * @throws IOException where that fails; {@link #trouble()} says at what
     */
    void open(URI url) throws IOException {
        Authority authority = Authority.of(url);
        trouble = OutcomeReason.UNKNOWN_HOST;
        List<InetAddress> addresses = hosts.addresses(authority.host());
        trouble = OutcomeReason.CONNECTION_REFUSED;
        WatchedSocket plain = connected(addresses, authority.port());
        trouble = OutcomeReason.TLS_FAILED;
        if (Authority.isSecure(url)) {
            spoken = Optional.of(secured(plain, authority));
            believed = plain::isOpenEnded;
        } else {
            spoken = Optional.of(plain);
        }
    }

    /** At what opening failed. */
    OutcomeReason trouble() {
        return trouble;
    }

    private WatchedSocket connected(List<InetAddress> addresses, int port) throws IOException {
        IOException last = new UnknownHostException("no address");
        for (InetAddress address : addresses) {
            WatchedSocket socket = claimed();
            try {
                socket.setTcpNoDelay(true);
                socket.setKeepAlive(true);
                socket.connect(new InetSocketAddress(address, port));
                return socket;
            } catch (IOException refused) {
                last = refused;
                socket.close();
            }
        }
        throw last;
    }

    /** A socket that whoever closes this closes too. */
    private synchronized WatchedSocket claimed() throws IOException {
        if (closed) {
            throw new SocketException("given up");
        }
        WatchedSocket socket = new WatchedSocket();
        current = Optional.of(socket);
        return socket;
    }

    private Socket secured(Socket plain, Authority authority) throws IOException {
        SSLSocket secure = (SSLSocket) tls.createSocket(plain, authority.host(), authority.port(), true);
        SSLParameters parameters = secure.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm(CHECK_THE_NAME);
        parameters.setApplicationProtocols(PROTOCOLS);
        secure.setSSLParameters(parameters);
        secure.startHandshake();
        return secure;
    }

    /**
     * Whether the end of what was read is to be believed: over TLS only where the peer said that it ends, for else anybody on the way could
     * have cut it. Without TLS nobody can tell.
     */
    boolean isEndBelieved() {
        return believed.getAsBoolean();
    }

    InputStream in() throws IOException {
        return spoken.orElseThrow().getInputStream();
    }

    OutputStream out() throws IOException {
        return spoken.orElseThrow().getOutputStream();
    }

    /** The plain socket, under a secure one too: that one would try to say goodbye, and wait for who does not listen. */
    @Override
    public synchronized void close() {
        closed = true;
        current.ifPresent(Connection::end);
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException gone) {
            // It is closed all the same.
            return;
        }
    }
}
