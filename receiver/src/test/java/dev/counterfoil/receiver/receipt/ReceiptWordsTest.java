// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.receipt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.counterfoil.receiver.operation.Operation;
import dev.counterfoil.receiver.operation.Payload;
import dev.counterfoil.receiver.operation.PayloadDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Words that go over the wire and into rows, and what can be no claim or finding. */
final class ReceiptWordsTest {
    private static Claim claim(String claimant, long fence) {
        return new Claim(Operation.of("acme", "op-1"), Payload.utf8("p").digest(), claimant, fence);
    }

    @Test
    void states_and_verdicts_are_spelled_as_published() {
        assertEquals(List.of("absent", "pending", "completed", "rejected", "conflict", "expired", "closed"),
                Arrays.stream(ReceiptState.values()).map(ReceiptState::code).toList());
        assertEquals(List.of("completed", "rejected"), Arrays.stream(Finding.Verdict.values()).map(Finding.Verdict::code).toList());
        assertEquals(Optional.of(Finding.Verdict.REJECTED), Finding.Verdict.of("rejected"));
        assertEquals(Optional.empty(), Finding.Verdict.of("Rejected"));
    }

    @Test
    void a_receipt_is_told_with_every_member_and_without_its_claimant() {
        PayloadDigest digest = Payload.utf8("p").digest();
        assertEquals("{\"state\":\"absent\",\"final\":false,\"effect_id\":null,\"payload_sha256\":null}", Receipt.ABSENT.json());
        assertEquals("{\"state\":\"completed\",\"final\":true,\"effect_id\":7,\"payload_sha256\":\"" + digest.hex() + "\"}",
                new Receipt(ReceiptState.COMPLETED, OptionalLong.of(7), Optional.of(digest), Optional.empty()).json());
        PendingClaim claim = new PendingClaim("somebody", 1, Instant.EPOCH);
        assertEquals("{\"state\":\"pending\",\"final\":false,\"effect_id\":null,\"payload_sha256\":\"" + digest.hex() + "\"}",
                new Receipt(ReceiptState.PENDING, OptionalLong.empty(), Optional.of(digest), Optional.of(claim)).json());
    }

    @Test
    void fences_count_from_1_and_claimants_and_evidence_are_texts_within_their_bound() {
        assertEquals(1, claim("w", 1).fence());
        assertThrows(IllegalArgumentException.class, () -> claim("w", 0));
        for (String wrong : List.of("", "x".repeat(4_097), "\ud800")) {
            assertThrows(IllegalArgumentException.class, () -> claim(wrong, 1));
            assertThrows(IllegalArgumentException.class, () -> new Finding(Finding.Verdict.COMPLETED, wrong));
        }
        assertEquals(4_096, claim("x".repeat(4_096), 1).claimant().length());
    }
}
