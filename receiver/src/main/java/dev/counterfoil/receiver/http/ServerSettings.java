// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.http;

import dev.counterfoil.receiver.operation.ReceiverBounds;

/**
 * Where a server listens and what it takes. Immutable.
 *
 * @param host the address to listen on
 * @param port 0 for any free one
 * @param maxBodyBytes most bytes of a body
 */
public record ServerSettings(String host, int port, int maxBodyBytes) {
    /** Most bytes of a body, unless told otherwise: what a sender of ours sends at most. */
    public static final int BODY_BYTES = 1 << 20;

    /** Any free port of the loopback interface. */
    public static final ServerSettings LOOPBACK = new ServerSettings("127.0.0.1", 0, BODY_BYTES);

    private static final int PORT_AT_MOST = 65_535;

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException where the port is none, or the bound is not between 0 and {@link ReceiverBounds#PAYLOAD_BYTES}
     */
    public ServerSettings {
        if (port < 0 || port > PORT_AT_MOST) {
            throw new IllegalArgumentException("port: must be 0 to " + PORT_AT_MOST);
        }
        if (maxBodyBytes < 0 || maxBodyBytes > ReceiverBounds.PAYLOAD_BYTES) {
            throw new IllegalArgumentException("max-body: must be 0 to " + ReceiverBounds.PAYLOAD_BYTES + " bytes");
        }
    }
}
