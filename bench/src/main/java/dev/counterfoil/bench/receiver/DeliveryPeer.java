// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.bench.receiver;

import dev.counterfoil.bench.peer.Peer;
import dev.counterfoil.receiver.Effect;
import dev.counterfoil.receiver.Receiver;
import dev.counterfoil.receiver.ReceiverSettings;
import dev.counterfoil.receiver.operation.Delivery;
import dev.counterfoil.receiver.operation.Operation;
import dev.counterfoil.receiver.operation.Payload;
import dev.counterfoil.receiver.sqlite.ReceiverFile;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.function.LongFunction;

/** Deliveries to the receiver: each a new operation, or one and the same again and again. Thread-safe. */
final class DeliveryPeer implements Peer {
    private static final Payload PAYLOAD = Payload.of(new byte[BareInserts.PAYLOAD_BYTES]);

    private final ReceiverFile file;
    private final Receiver receiver;
    private final LongFunction<String> key;

    private DeliveryPeer(Path path, LongFunction<String> key) {
        this.file = ReceiverFile.open(path);
        this.receiver = Receiver.on(file.dataSource(), ReceiverSettings.STAND_ALONE, InstantSource.system());
        this.key = key;
    }

    /** A new operation each time. */
    static DeliveryPeer fresh(Path path) {
        return new DeliveryPeer(path, number -> "op-" + number);
    }

    /** The same operation each time: all but the first are replays. */
    static DeliveryPeer again(Path path) {
        return new DeliveryPeer(path, number -> "op");
    }

    @Override
    public void run(long number) {
        receiver.deliver(new Delivery(Operation.of("bench", key.apply(number)), PAYLOAD), Effect.NONE);
    }

    @Override
    public List<Long> recover() {
        return List.of();
    }

    @Override
    public void close() {
        file.close();
    }
}
