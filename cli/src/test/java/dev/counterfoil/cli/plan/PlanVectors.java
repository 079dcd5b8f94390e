// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.plan;

import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.journal.canonical.StrictJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The requests whose right answers are known. */
final class PlanVectors {
    static final String SHA256 = "776752f9b55d142d6b8a2f70aa56c18ba2e4b14d28f88520ae8df94946ae219d";

    private PlanVectors() {}

    /** A request as it was written, and its answer. */
    record Vector(String id, String request, JsonTree expected) {}

    static byte[] bytes() {
        try (InputStream in = PlanVectors.class.getResourceAsStream("plan.jsonl")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<Vector> all() {
        List<Vector> vectors = new ArrayList<>();
        for (String line : new String(bytes(), StandardCharsets.UTF_8).split("\n")) {
            JsonTree.Members vector = (JsonTree.Members) tree(line);
            // Members stand in the order expected, id, request: the request is what follows its name.
            String request = line.substring(line.indexOf(",\"request\":") + ",\"request\":".length(), line.length() - 1);
            vectors.add(new Vector(((JsonTree.Text) vector.member("id").orElseThrow()).value(), request,
                    vector.member("expected").orElseThrow()));
        }
        return vectors;
    }

    static JsonTree tree(String text) {
        return StrictJson.read(text.getBytes(StandardCharsets.UTF_8), 1 << 22, 1, StrictJson.DEEPEST);
    }
}
