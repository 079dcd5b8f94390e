// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.canonical.JsonTree;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The 640 requests whose right answers are known, and the rules around them. */
class PlanVectorsTest {
    @Test
    void every_vector_is_answered_to_the_last_bit() {
        List<PlanVectors.Vector> vectors = PlanVectors.all();
        Map<String, String> wrong = new LinkedHashMap<>();
        vectors.forEach(vector -> {
            String answer = answer(vector.request());
            if (!SameJson.value(vector.expected()).equals(bare(answer))) {
                wrong.put(vector.id(), answer);
            }
        });
        assertEquals(Map.of(), wrong);
        assertEquals(640, vectors.size());
    }

    @Test
    void the_vectors_are_the_published_ones() throws NoSuchAlgorithmException {
        assertEquals(PlanVectors.SHA256, HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(PlanVectors.bytes())));
    }

    @Test
    void every_published_refusal_is_among_the_vectors() {
        Set<Object> told = PlanVectors.all().stream().map(vector -> ((JsonTree.Members) vector.expected()).member("error"))
                .flatMap(Optional::stream).map(SameJson::value).collect(Collectors.toSet());
        assertTrue(Arrays.stream(PlanRefusal.values()).map(PlanRefusal::code).collect(Collectors.toSet()).containsAll(told));
        assertEquals(12, told.size());
    }

    static String answer(String request) {
        try {
            return PlanRequest.read(request.getBytes(StandardCharsets.UTF_8), 1, 1_790_000_000_000L).answer();
        } catch (PlanRefusedException refused) {
            return PlanLine.of(refused);
        }
    }

    /** A refusal names its place too, which is ours. */
    private static Object bare(String answer) {
        Map<?, ?> members = new LinkedHashMap<>((Map<?, ?>) SameJson.value(PlanVectors.tree(answer)));
        members.remove("path");
        return members;
    }
}
