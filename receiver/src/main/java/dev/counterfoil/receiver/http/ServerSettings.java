// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.http;

import dev.counterfoil.receiver.operation.ReceiverBounds;

/**
 * Where a server listens and what it takes. Immutable.
 *
 * @param host the address to listen on
 * @param port 0 for any free one
 * @param maxBodyBytes most bytes of a body
 * @param allBodiesBytes most bytes of all bodies that are under way; whoever comes with more is to come again
 */
public record ServerSettings(String host, int port, int maxBodyBytes, long allBodiesBytes) {
    /** Most bytes of a body, unless told otherwise: what a sender of ours sends at most. */
    public static final int BODY_BYTES = 1 << 20;

    /** Any free port of the loopback interface. */
    public static final ServerSettings LOOPBACK = new ServerSettings("127.0.0.1", 0, BODY_BYTES);

    private static final int PORT_AT_MOST = 65_535;

    /** While a body is delivered there are two of it, so a quarter is half. */
    private static final int SHARE_OF_HEAP = 4;

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException where the port is none, the bound is not between 0 and {@link ReceiverBounds#PAYLOAD_BYTES}, or a
     *     body of that size is more than all may have
     */
    public ServerSettings {
        if (port < 0 || port > PORT_AT_MOST) {
            throw new IllegalArgumentException("port: must be 0 to " + PORT_AT_MOST);
        }
        if (maxBodyBytes < 0 || maxBodyBytes > ReceiverBounds.PAYLOAD_BYTES) {
            throw new IllegalArgumentException("max-body: must be 0 to " + ReceiverBounds.PAYLOAD_BYTES + " bytes");
        }
        if (maxBodyBytes > allBodiesBytes) {
            throw new IllegalArgumentException("max-body: must be at most the " + allBodiesBytes + " bytes that all bodies together may"
                    + " have, a quarter of Java's memory unless told otherwise; give Java more, as JDK_JAVA_OPTIONS=-Xmx1g");
        }
    }

    /**
     * The same, where all bodies together may have a quarter of Java's memory.
     *
     * @param host the address to listen on
     * @param port 0 for any free one
     * @param maxBodyBytes most bytes of a body
     * @throws IllegalArgumentException as above
     */
    public ServerSettings(String host, int port, int maxBodyBytes) {
        this(host, port, maxBodyBytes, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
    }
}
