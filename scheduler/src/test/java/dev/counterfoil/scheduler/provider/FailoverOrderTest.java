// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.counterfoil.journal.record.Ceiling;
import dev.counterfoil.journal.record.Clearance;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.ProviderSlot;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FailoverOrderTest {
    private static final ProviderId P = new ProviderId("p");
    private static final ProviderId A = new ProviderId("a");
    private static final ProviderId B = new ProviderId("b");
    private static final ProviderSlot LOCKED_B =
            new ProviderSlot(B, Clearance.NOT_CLEARED, Ceiling.unbounded(), Optional.empty());
    private static final List<ProviderSlot> ORDER = List.of(ProviderSlot.cleared(P), ProviderSlot.cleared(A), LOCKED_B);

    @Test
    void T11_the_next_provider_in_order_is_admitted() {
        assertEquals(new FailoverDecision.Admitted(ORDER.get(1)), FailoverOrder.admit(ORDER, 1, A));
    }

    @Test
    void T12_another_provider_is_out_of_order_before_it_is_not_cleared() {
        assertEquals(new FailoverDecision.OutOfOrder(1, A, B), FailoverOrder.admit(ORDER, 1, B));
    }

    @Test
    void T13_a_provider_that_is_not_cleared_is_refused_and_never_skipped() {
        List<ProviderSlot> longer = List.of(ORDER.get(0), ORDER.get(1), LOCKED_B, ProviderSlot.cleared(new ProviderId("c")));
        assertEquals(new FailoverDecision.NotCleared(B), FailoverOrder.admit(longer, 2, B));
        assertEquals(new FailoverDecision.OutOfOrder(2, B, new ProviderId("c")), FailoverOrder.admit(longer, 2, new ProviderId("c")));
    }

    @Test
    void T14_past_the_end_nobody_stands_and_place_zero_is_not_special() {
        ProviderId unknown = new ProviderId("unknown");
        assertEquals(new FailoverDecision.AlternativesExhausted(3), FailoverOrder.admit(ORDER, 3, P));
        assertEquals(new FailoverDecision.OutOfOrder(0, P, unknown), FailoverOrder.admit(ORDER, 0, unknown));
        assertEquals(new FailoverDecision.Admitted(ORDER.get(0)), FailoverOrder.admit(ORDER, 0, P));
    }

    @Test
    void T17_an_empty_order_is_past_its_end_everywhere() {
        assertEquals(new FailoverDecision.AlternativesExhausted(0), FailoverOrder.admit(List.of(), 0, P));
        assertEquals(new FailoverDecision.AlternativesExhausted(1), FailoverOrder.admit(List.of(), 1, P));
    }

    @Test
    void ids_are_compared_exactly() {
        ProviderId upper = new ProviderId("A");
        assertEquals(new FailoverDecision.OutOfOrder(1, A, upper), FailoverOrder.admit(ORDER, 1, upper));
    }

    @Test
    void a_negative_place_is_a_fault_of_the_caller() {
        assertThrows(IllegalArgumentException.class, () -> FailoverOrder.admit(ORDER, -1, P));
    }
}
