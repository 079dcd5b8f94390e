// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.http;

import dev.counterfoil.receiver.failure.ReceiverException;
import dev.counterfoil.receiver.failure.ReceiverProblem;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.UnresolvedAddressException;

/**
 * An address that is ours and on which nobody answers so far: who calls waits. It is taken before anything is made that would be left
 * behind where it cannot be had. Closing gives it back. Thread-safe.
 */
public final class BoundAddress implements AutoCloseable {
    private static final int WAITING = 128;

    private final ServerSettings settings;
    private final ServerSocketChannel channel;

    private BoundAddress(ServerSettings settings, ServerSocketChannel channel) {
        this.settings = settings;
        this.channel = channel;
    }

    /**
     * Takes it.
     *
     * @param settings where
     * @return the address, ours
     * @throws ReceiverException where it cannot be had
     */
    public static BoundAddress of(ServerSettings settings) {
        try {
            ServerSocketChannel channel = ServerSocketChannel.open();
            try {
                channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
                channel.bind(new InetSocketAddress(settings.host(), settings.port()), WAITING);
                return new BoundAddress(settings, channel);
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (IOException | UnresolvedAddressException | SecurityException e) {
            throw refused(settings, e);
        }
    }

    static ReceiverException refused(ServerSettings settings, Exception cause) {
        return new ReceiverException(ReceiverProblem.IO_FAILED, settings.host() + ":" + settings.port(),
                "it cannot be listened on; choose another address or port", cause);
    }

    ServerSettings settings() {
        return settings;
    }

    ServerSocketChannel channel() {
        return channel;
    }

    /** {@code http://host:port}; an IPv6 address stands in brackets. */
    URI uri() {
        String host = settings.host().contains(":") ? "[" + settings.host() + "]" : settings.host();
        return URI.create("http://" + host + ":" + channel.socket().getLocalPort());
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            System.getLogger(BoundAddress.class.getName()).log(System.Logger.Level.DEBUG, "not closed: {0}", e.getClass().getName());
        }
    }
}
