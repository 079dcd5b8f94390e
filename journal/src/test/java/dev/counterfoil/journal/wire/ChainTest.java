// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.counterfoil.journal.canonical.Mutations;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ChainTest {
    private static final byte[] BODY = "{}".getBytes(StandardCharsets.UTF_8);

    @Test
    void a_digest_covers_tag_id_sequence_previous_and_bytes_in_this_order() {
        String spelledOut = HexFormat.of().formatHex("counterfoil.record.v1".getBytes(StandardCharsets.US_ASCII)) + "00"
                + "00000004" + "61e282ac" + "0000000000000102" + "ab".repeat(32) + "7b7d";
        Sha256 expected = Sha256.of(HexFormat.of().parseHex(spelledOut));
        assertEquals(expected, Chain.digest(new InvocationId("a€"), 0x102, Sha256.ofHex("ab".repeat(32)), BODY));
    }

    @Test
    void another_id_place_predecessor_or_record_is_another_digest() {
        InvocationId id = new InvocationId("a");
        Set<Sha256> digests = new HashSet<>();
        digests.add(Chain.digest(id, 0, Sha256.ZERO, BODY));
        digests.add(Chain.digest(new InvocationId("b"), 0, Sha256.ZERO, BODY));
        digests.add(Chain.digest(new InvocationId("a\u00e9"), 0, Sha256.ZERO, BODY));
        digests.add(Chain.digest(id, 1, Sha256.ZERO, BODY));
        digests.add(Chain.digest(id, 0, Sha256.of(BODY), BODY));
        Set<String> bodies = new HashSet<>();
        for (byte[] changed : Mutations.of(BODY)) {
            if (bodies.add(HexFormat.of().formatHex(changed))) {
                digests.add(Chain.digest(id, 0, Sha256.ZERO, changed));
            }
        }
        assertEquals(5 + bodies.size(), digests.size());
    }

    @Test
    void a_sequence_is_not_negative() {
        assertThrows(IllegalArgumentException.class, () -> Chain.digest(new InvocationId("a"), -1, Sha256.ZERO, BODY));
    }
}
