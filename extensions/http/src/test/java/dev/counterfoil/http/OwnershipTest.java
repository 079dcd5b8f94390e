// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.counterfoil.scheduler.time.SystemTime;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Whoever was held up between its intent and the first byte, for longer than it owns the invocation, sends nothing. */
class OwnershipTest {
    @Test
    void who_is_not_the_owner_any_more_when_the_connection_is_there_sends_not_a_byte() throws Exception {
        try (HostileServer server = new HostileServer(visitor -> visitor.reach().untilGone())) {
            AtomicBoolean owned = new AtomicBoolean(true);
            Hosts slow = name -> {
                owned.set(false);
                return List.of(InetAddress.getLoopbackAddress());
            };
            HttpDispatcher dispatcher = new HttpDispatcher(Endpoint.of(server.url()))
                    .in(new Surroundings(SystemTime.waiter(), SystemTime.wall(), slow));
            assertEquals("not_dispatched - lease_too_old",
                    AnswersTest.known(dispatcher.dispatch(Call.plain().dispatch(owned::get))));
            server.awaitReached();
            assertEquals("", server.onlyVisitor().received());
        }
    }
}
