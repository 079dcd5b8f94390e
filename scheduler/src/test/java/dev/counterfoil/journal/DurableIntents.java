// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal;

import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.InvocationId;
import java.util.function.BooleanSupplier;

/** Proofs without a journal, for tests of dispatchers. */
public final class DurableIntents {
    private DurableIntents() {}

    public static DurableIntent of(InvocationId invocation, Intent intent, BooleanSupplier owned) {
        return new DurableIntent(invocation, intent, owned);
    }
}
