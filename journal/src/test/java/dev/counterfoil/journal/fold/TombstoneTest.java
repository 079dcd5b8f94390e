// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.fold;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.ClosingReason;
import dev.counterfoil.journal.record.ClosingStatus;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.journal.record.OutcomeClass;
import dev.counterfoil.journal.record.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is kept of a closed invocation. */
class TombstoneTest {
    private static final InvocationId ID = new InvocationId("order-17");
    private static final Sha256 BINDING = Sha256.of(new byte[] {1});
    private static final Sha256 REQUEST = Sha256.of(new byte[] {4});
    private static final Tombstone.Effect NOTHING = Tombstone.Effect.of(Operation.UNDECLARED);
    private static final Sha256 LAST = Sha256.of(new byte[] {2});
    private static final Sha256 SUM = Sha256.of(new byte[] {3});

    private static Tombstone of(InvocationState state) {
        return Tombstone.of(ID, BINDING, LAST, SUM, state);
    }

    private static Tombstone closed(long records, Instant openedAt, Instant closedAt) {
        return new Tombstone(
                ID, BINDING, REQUEST, NOTHING, records, LAST, SUM, ClosingStatus.SETTLED, ClosingReason.Ending.COMPLETED,
                BusinessState.CONFIRMED, openedAt, closedAt, Optional.empty(), Totals.ZERO);
    }

    @Test
    void it_holds_what_the_records_say() {
        InvocationState state = Story.open()
                .fresh()
                .outcome(OutcomeClass.COMPLETED_WITH_RESPONSE)
                .close(ClosingReason.Ending.COMPLETED)
                .state();
        Binding bound = state.opening().binding();
        assertEquals(
                new Tombstone(
                        ID, BINDING, bound.request().sha256(), Tombstone.Effect.of(bound.operation()), 4, LAST, SUM,
                        ClosingStatus.SETTLED, ClosingReason.Ending.COMPLETED, BusinessState.CONFIRMED, Story.START,
                        Story.instant(3), Optional.of(Story.ANSWER.sha256()), state.totals()),
                of(state));
        assertThrows(IllegalArgumentException.class, () -> of(Story.open().fresh().state()));
    }

    @Test
    void it_has_two_records_at_least_and_is_closed_no_earlier_than_opened() {
        assertEquals(2, closed(2, Story.START, Story.START).records());
        assertThrows(IllegalArgumentException.class, () -> closed(1, Story.START, Story.START));
        Instant before = Story.START.minusMillis(1);
        assertThrows(IllegalArgumentException.class, () -> closed(2, Story.START, before));
    }

    @Test
    void what_is_kept_of_the_operation_is_one_that_an_operation_can_be() {
        Optional<Sha256> key = Optional.of(Sha256.of("key".getBytes(StandardCharsets.UTF_8)));
        Optional<String> longest = Optional.of("s".repeat(Bounds.TEXT_BYTES));
        Optional<String> longer = Optional.of("s".repeat(Bounds.TEXT_BYTES + 1));
        for (Contract contract : Contract.values()) {
            assertEquals(key, new Tombstone.Effect(contract, longest, key).key());
            assertThrows(IllegalArgumentException.class, () -> new Tombstone.Effect(contract, longer, key));
        }
        assertEquals(Optional.empty(), new Tombstone.Effect(Contract.NON_IDEMPOTENT, Optional.empty(), Optional.empty()).key());
        assertEquals(Optional.empty(), new Tombstone.Effect(Contract.READ_ONLY, Optional.empty(), Optional.empty()).key());
        assertThrows(IllegalArgumentException.class,
                () -> new Tombstone.Effect(Contract.RECEIVER_IDEMPOTENT, Optional.empty(), Optional.empty()));
    }
}
