// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.fold.BusinessState;
import dev.counterfoil.journal.fold.Tombstone;
import dev.counterfoil.journal.fold.Totals;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.ClosingReason;
import dev.counterfoil.journal.record.ClosingStatus;
import dev.counterfoil.journal.record.Contract;
import dev.counterfoil.journal.record.DamageException;
import dev.counterfoil.journal.record.DamageReason;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.RefusalCode;
import dev.counterfoil.journal.record.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TombstoneCodecTest {
    /** Frozen: these bytes and this digest are version 1. */
    private static final String GOLDEN = "{\"binding_sha256\":\"" + "0".repeat(63) + "1\",\"business_state\":\"confirmed\","
            + "\"closed_at_millis\":1767225601500,\"contract\":\"receiver_idempotent\",\"digest_sum\":\"" + "f".repeat(64)
            + "\",\"id\":\"order-17\",\"key_sha256\":\""
            + "0".repeat(63) + "5\",\"last_digest\":\"" + "0".repeat(63) + "2\","
            + "\"opened_at_millis\":1767225600000,\"reason\":\"completed\",\"records\":4,\"request_sha256\":\""
            + "0".repeat(63) + "4\",\"response_sha256\":\"" + "0".repeat(63) + "3\","
            + "\"scope\":\"acme/orders\",\"status\":\"settled\",\"totals\":{\"calls\":\"1\",\"context_tokens\":\"800\","
            + "\"cost_micros\":\"9223372036854775807\",\"failovers\":\"0\",\"output_tokens\":\"200\",\"request_bytes\":\"14\","
            + "\"response_bytes_reserved\":\"1048576\",\"retries\":\"0\"},\"v\":1}";
    private static final String GOLDEN_DIGEST = "48acac4e15e68f62ac37786b595b32b0aa77b1d184e4a2e8fd3f78d7bbc85eb7";

    private static final Tombstone SETTLED = new Tombstone(
            new InvocationId("order-17"), digest("1"), digest("4"), new Tombstone.Effect(Contract.RECEIVER_IDEMPOTENT,
            Optional.of("acme/orders"), Optional.of(digest("5"))), 4, digest("2"), Sha256.ofHex("f".repeat(64)), ClosingStatus.SETTLED,
            ClosingReason.Ending.COMPLETED, BusinessState.CONFIRMED, Instant.parse("2026-01-01T00:00:00Z"),
            Instant.parse("2026-01-01T00:00:01.500Z"), Optional.of(digest("3")),
            new Totals(1, 0, 0, 800, 200, Long.MAX_VALUE, 14, 1 << 20));

    private static Sha256 digest(String last) {
        return Sha256.ofHex("0".repeat(63) + last);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void the_bytes_and_the_digest_of_version_1_do_not_change() {
        assertEquals(GOLDEN, new String(TombstoneCodec.encode(SETTLED), StandardCharsets.UTF_8));
        assertEquals(SETTLED, TombstoneCodec.decode(bytes(GOLDEN)));
        assertEquals(GOLDEN_DIGEST, TombstoneCodec.digest(bytes(GOLDEN)).hex());
    }

    @Test
    void the_longest_name_fits_the_bound() {
        Tombstone longest = new Tombstone(new InvocationId("\"".repeat(Bounds.TEXT_BYTES)), digest("1"), digest("4"),
                new Tombstone.Effect(Contract.RECEIVER_IDEMPOTENT, Optional.of("\\".repeat(Bounds.TEXT_BYTES)), Optional.of(digest("5"))),
                Bounds.INTEGER, digest("2"),
                digest("3"), ClosingStatus.STOPPED, RefusalCode.PROVIDER_RETRIES_EXHAUSTED, BusinessState.NOT_ATTEMPTED,
                Instant.ofEpochMilli(-Bounds.INTEGER), Instant.ofEpochMilli(Bounds.INTEGER), Optional.empty(), new Totals(Long.MAX_VALUE,
                Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, 0, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE));
        byte[] encoded = TombstoneCodec.encode(longest);
        assertTrue(encoded.length <= Bounds.TOMBSTONE_BYTES, "" + encoded.length);
        assertEquals(longest, TombstoneCodec.decode(encoded));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "\"v\":1|\"v\":2|UNKNOWN_VERSION", "\"v\":1|\"v\":\"1\"|NOT_CANONICAL", "\"records\":4|\"records\":1|NOT_CANONICAL",
        "\"records\":4|\"records\":-4|NOT_CANONICAL", "\"calls\":\"1\"|\"calls\":\"01\"|NOT_CANONICAL",
        "\"calls\":\"1\"|\"calls\":\"+1\"|NOT_CANONICAL", "\"calls\":\"1\"|\"calls\":\"-1\"|NOT_CANONICAL",
        "\"calls\":\"1\"|\"calls\":1|NOT_CANONICAL", "9223372036854775807|9223372036854775808|NOT_CANONICAL",
        "\"calls\":\"1\"|\"calls\":\"\"|NOT_CANONICAL", "\"retries\":\"0\"|\"retries\":\"0\",\"sum\":\"0\"|NOT_CANONICAL",
        "confirmed|certain|NOT_CANONICAL", "\"completed\"|\"cancelled\"|NOT_CANONICAL", "1767225601500|1767225599999|NOT_CANONICAL",
        "order-17||NOT_CANONICAL", "acme/orders||NOT_CANONICAL", "receiver_idempotent|some|NOT_CANONICAL",
        "\"0000000000000000000000000000000000000000000000000000000000000005\"|null|NOT_CANONICAL",
        "ffffffff\"|fffffffF\"|NOT_CANONICAL", "ffffffff\"|fffffff\"|NOT_CANONICAL",
        "\"v\":1}|\"v\":1,\"w\":1}|NOT_CANONICAL", "\"v\":1}|\"v\": 1}|NOT_CANONICAL", "\"id\":\"order-17\",||NOT_CANONICAL",
        "{\"binding|[\"binding|NOT_CANONICAL"})
    void whatever_is_not_the_one_spelling_of_a_tombstone_is_damage(String there, String instead, DamageReason reason) {
        String changed = GOLDEN.replace(there, Optional.ofNullable(instead).orElse(""));
        DamageException damage = assertThrows(DamageException.class, () -> TombstoneCodec.decode(bytes(changed)));
        assertEquals(reason, damage.damage().reason(), damage.getMessage());
    }

    @Test
    void every_flipped_bit_changes_the_digest_and_nothing_but_damage_or_a_tombstone_comes_of_it() {
        byte[] golden = bytes(GOLDEN);
        for (int bit = 0; bit < golden.length * 8; bit++) {
            byte[] flipped = golden.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            assertTrue(!TombstoneCodec.digest(flipped).hex().equals(GOLDEN_DIGEST));
            try {
                assertArrayEquals(flipped, TombstoneCodec.encode(TombstoneCodec.decode(flipped)));
            } catch (DamageException damage) {
                DamageReason reason = damage.damage().reason();
                assertTrue(reason == DamageReason.NOT_CANONICAL || reason == DamageReason.UNKNOWN_VERSION, reason.code());
            }
        }
    }
}
