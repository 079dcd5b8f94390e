// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal;

import dev.counterfoil.journal.record.AttemptKind;
import dev.counterfoil.journal.record.Charge;
import dev.counterfoil.journal.record.Intent;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.Stamp;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Proofs of intents that are on no disk, for tests of what only wants to be called. */
public final class Proofs {
    private Proofs() {}

    /** A proof for an attempt. */
    public static DurableIntent of(String invocation, int ordinal) {
        Charge charge = new Charge(1, 0, 0, 0, 0, 0, List.of());
        Intent intent = new Intent(new Stamp(1 + 2L * ordinal, Instant.EPOCH, 1), ordinal, AttemptKind.FRESH, new ProviderId("primary"),
                charge, Optional.empty(), Optional.empty());
        return new DurableIntent(new InvocationId(invocation), intent, () -> true);
    }
}
