// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.counterfoil.journal.record.Ceiling;
import dev.counterfoil.journal.record.Clearance;
import dev.counterfoil.journal.record.ProviderId;
import dev.counterfoil.journal.record.ProviderSlot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProviderOrderTest {
    private static ProviderOrder.Entry cleared(String id) {
        return new ProviderOrder.Entry(id, Clearance.CLEARED, Ceiling.unbounded(), Optional.empty());
    }

    private static ProviderOrder.Entry locked(String id) {
        return new ProviderOrder.Entry(id, Clearance.NOT_CLEARED, Ceiling.unbounded(), Optional.empty());
    }

    private static List<ProviderOrder.Entry> many(int count) {
        return IntStream.range(0, count).mapToObj(i -> cleared("p" + i)).toList();
    }

    private static void rejects(ProviderOrderRejection rejection, int index, List<ProviderOrder.Entry> entries) {
        assertEquals(new ProviderOrderDecision.Rejected(rejection, index), ProviderOrder.check(entries));
    }

    @Test
    void T95_an_order_without_a_primary_is_rejected() {
        rejects(ProviderOrderRejection.NO_PRIMARY_PROVIDER, 0, List.of());
    }

    @Test
    void T95_a_primary_that_is_not_cleared_is_rejected() {
        rejects(ProviderOrderRejection.PRIMARY_NOT_CLEARED, 0, List.of(locked("p"), cleared("f")));
    }

    @Test
    void T95_257_providers_are_rejected_and_256_are_not() {
        rejects(ProviderOrderRejection.TOO_MANY_PROVIDERS, 256, many(257));
        ProviderOrderDecision most = ProviderOrder.check(many(256));
        assertEquals(256, ((ProviderOrderDecision.Valid) most).order().slots().size());
    }

    @Test
    void T95_an_id_of_257_bytes_is_rejected_and_one_of_256_is_not() {
        rejects(ProviderOrderRejection.PROVIDER_ID_TOO_LONG, 1, List.of(cleared("p"), cleared("x".repeat(257))));
        rejects(ProviderOrderRejection.PROVIDER_ID_TOO_LONG, 1, List.of(cleared("p"), cleared("ü".repeat(129))));
        ProviderOrderDecision longest = ProviderOrder.check(List.of(cleared("ü".repeat(128))));
        assertEquals("ü".repeat(128), ((ProviderOrderDecision.Valid) longest).order().primary().id().value());
    }

    @Test
    void an_empty_id_a_control_character_and_a_lone_surrogate_are_malformed() {
        for (String id : List.of("", "a\nb", "\ud800")) {
            rejects(ProviderOrderRejection.PROVIDER_ID_MALFORMED, 1, List.of(cleared("p"), cleared(id)));
        }
    }

    @Test
    void the_same_id_twice_is_rejected_and_names_the_second_place() {
        rejects(ProviderOrderRejection.DUPLICATE_PROVIDER, 2, List.of(cleared("p"), locked("f"), cleared("p")));
    }

    @Test
    void of_two_faults_the_first_in_order_is_given() {
        List<ProviderOrder.Entry> all = new ArrayList<>(many(257));
        all.set(3, cleared("x".repeat(300)));
        all.set(4, cleared(""));
        all.set(5, cleared("p0"));
        rejects(ProviderOrderRejection.TOO_MANY_PROVIDERS, 256, all);
        all.remove(256);
        rejects(ProviderOrderRejection.PROVIDER_ID_TOO_LONG, 3, all);
        all.set(3, cleared("p3"));
        rejects(ProviderOrderRejection.PROVIDER_ID_MALFORMED, 4, all);
        all.set(4, cleared("p4"));
        rejects(ProviderOrderRejection.DUPLICATE_PROVIDER, 5, all);
        all.set(0, locked("p0"));
        rejects(ProviderOrderRejection.PRIMARY_NOT_CLEARED, 0, all);
    }

    @Test
    void slots_are_checked_like_entries() {
        List<ProviderSlot> slots = List.of(ProviderSlot.cleared(new ProviderId("p")), ProviderSlot.cleared(new ProviderId("p")));
        assertEquals(new ProviderOrderDecision.Rejected(ProviderOrderRejection.DUPLICATE_PROVIDER, 1), ProviderOrder.of(slots));
        assertEquals(slots.subList(0, 1), ((ProviderOrderDecision.Valid) ProviderOrder.of(slots.subList(0, 1))).order().slots());
    }
}
