// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What the system says of the bytes in its sockets on this machine. Stateless. */
final class SocketQueues {
    private static final List<Path> TABLES = List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));

    private SocketQueues() {}

    /**
     * Waits until whoever listens at a port has read all that came on one connection, or has left it.
     *
     * @param listening his port
     * @param from the port at the other end
     */
    static void awaitRead(int listening, int from) throws IOException {
        while (isUnread(listening, from)) {
            Thread.yield();
        }
    }

    private static boolean isUnread(int listening, int from) throws IOException {
        String local = String.format(":%04X", listening);
        String remote = String.format(":%04X", from);
        for (Path table : TABLES) {
            for (String line : Files.exists(table) ? Files.readAllLines(table) : List.<String>of()) {
                String[] words = line.strip().split(" +");
                if (words[1].endsWith(local) && words[2].endsWith(remote)) {
                    return !words[4].endsWith(":00000000");
                }
            }
        }
        return false;
    }
}
