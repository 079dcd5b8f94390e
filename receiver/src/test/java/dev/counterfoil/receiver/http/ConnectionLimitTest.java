// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.counterfoil.receiver.Receiver;
import dev.counterfoil.receiver.ReceiverSettings;
import dev.counterfoil.receiver.StandAloneDesk;
import dev.counterfoil.receiver.sqlite.ReceiverFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many connections are served at once. */
final class ConnectionLimitTest {
    private static final String COUNT = "GET /v1/effects/count HTTP/1.1\r\nHost: x\r\n\r\n";

    /** One too many would be answered within the first few rounds of the others. */
    private static final int ROUNDS = 50;

    /** No connection leaves by itself while the test fills the server. */
    private static final ServerTimes PATIENT = new ServerTimes(3_600_000, 3_600_000, 1, ReceiverServer.STOP_MILLIS);

    @TempDir
    private Path directory;

    @Test
    void one_more_than_the_most_is_answered_when_another_leaves_and_not_before() throws IOException {
        try (ReceiverFile file = ReceiverFile.open(directory.resolve("r.db"))) {
            Receiver receiver = Receiver.on(file.dataSource(), ReceiverSettings.STAND_ALONE, () -> Instant.EPOCH);
            List<Wire> wires = new ArrayList<>();
            try (ReceiverServer server = ReceiverServer.start(new StandAloneDesk(receiver),
                    BoundAddress.of(ServerSettings.LOOPBACK), PATIENT)) {
                for (int i = 0; i < ReceiverServer.CONNECTIONS; i++) {
                    wires.add(new Wire(server.address()));
                    assertEquals(200, wires.get(i).send(COUNT).hear().status());
                }
                Wire first = wires.get(0);
                try (Wire late = new Wire(server.address())) {
                    late.send(COUNT);
                    for (int i = 0; i < ROUNDS; i++) {
                        assertEquals(200, first.send(COUNT).hear().status());
                        assertFalse(late.isSpokenTo(), "answered in round " + i);
                    }
                    wires.remove(1).close();
                    assertEquals(200, late.hear().status());
                }
            } finally {
                for (Wire wire : wires) {
                    wire.close();
                }
            }
        }
    }
}
