// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A receiver and the wire before it, for one case after the other. Immutable, of confined parts.
 *
 * @param directory for the cases
 * @param served the receiver
 * @param wire where senders find it
 */
record HttpRoom(Path directory, Served served, Wire wire) implements AutoCloseable {
    static HttpRoom in(Path directory) throws IOException {
        Served served = Served.in(Files.createDirectories(directory));
        return new HttpRoom(directory, served, Wire.before(served.address()));
    }

    @Override
    public void close() throws IOException {
        wire.close();
        served.close();
    }
}
