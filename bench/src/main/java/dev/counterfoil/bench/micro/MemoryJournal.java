// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.bench.micro;

import dev.counterfoil.fixtures.store.InMemoryCheckpointStore;
import dev.counterfoil.fixtures.store.MemoryDisk;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.store.StoredInvocation;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.runner.Invocation;
import dev.counterfoil.scheduler.runner.RunOutcome;

/** A journal in memory of invocations that were settled at once. Confined. */
final class MemoryJournal implements AutoCloseable {
    private static final Bytes REQUEST = Bytes.utf8("{\"quantity\":1,\"sku\":\"P7\"}");
    private static final Bytes RESPONSE = Bytes.utf8("{\"order\":4711}");

    private final MemoryDisk disk = new MemoryDisk();
    private final Counterfoil runtime = Counterfoil.settings().over(new InMemoryCheckpointStore(disk));
    private long count;

    /** One more invocation, from the call to its result. */
    RunOutcome run() {
        return runtime.run(Invocation.of(Long.toString(++count)).request(REQUEST)
                .limit(Dimension.MAX_CALLS, 1)
                .provider("bench", dispatch -> Answer.completed(RESPONSE))
                .build());
    }

    /** The journal as a reader sees it. */
    InMemoryCheckpointStore source() {
        return new InMemoryCheckpointStore(disk);
    }

    /** Its first invocation. */
    StoredInvocation first() {
        return source().read(new InvocationId("1")).orElseThrow();
    }

    @Override
    public void close() {
        runtime.close();
    }
}
