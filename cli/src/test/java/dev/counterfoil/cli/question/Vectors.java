// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.question;

import dev.counterfoil.cli.answer.TreeText;
import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.journal.canonical.StrictJson;
import dev.counterfoil.journal.record.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Expected results of the published rules: files that are the same everywhere, so each is known by its digest. */
public enum Vectors {
    /** Recovery decisions. */
    RECOVERY("recovery.jsonl", "785241cf5cd6d8cbe5c0460b8538883cc3463dbcd997920ff288e7d367c89340"),
    /** Attempts under a deadline, and two calculations. */
    DEADLINE("deadline-sim.jsonl", "16e375fd6014518656061c7b169f85a59d10f43c2def0f29e1d78ec5135bbd26"),
    /** The nine published scenarios of the controller. */
    PUBLISHED("experiment.json", "078c540aa7cc506e87652292f8f7419f478a4b9dca15afa96073529f94803fd3"),
    /** More of them. */
    CONTROLLER("experiment-more.jsonl", "c739ed4959d7df127513e9b83e86979f825edfe6fe4cd7480250d36ff4bc1f74");

    private static final int BYTES = 1 << 20;

    private final String file;
    private final String digest;

    Vectors(String file, String digest) {
        this.file = file;
        this.digest = digest;
    }

    /** The file, as it is known. */
    String text() {
        try (InputStream in = Objects.requireNonNull(Vectors.class.getResourceAsStream("/vectors/" + file), file)) {
            byte[] bytes = in.readAllBytes();
            if (!Sha256.of(bytes).hex().equals(digest)) {
                throw new AssertionError(file + " is another file: " + Sha256.of(bytes).hex());
            }
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Its cases. */
    public List<JsonTree.Members> cases() {
        if (this == PUBLISHED) {
            return ((JsonTree.Elements) member(parsed(text()), "scenarios")).elements().stream().map(JsonTree.Members.class::cast).toList();
        }
        return text().lines().map(Vectors::parsed).toList();
    }

    /** A value that was printed. */
    public static JsonTree.Members parsed(String text) {
        return (JsonTree.Members) StrictJson.read(text.getBytes(StandardCharsets.UTF_8), BYTES);
    }

    /** A member that is there. */
    public static JsonTree member(JsonTree.Members object, String name) {
        return object.member(name).orElseThrow();
    }

    /** A member as compact text. */
    static String spelled(JsonTree.Members object, String name) {
        return TreeText.compact(member(object, name));
    }
}
