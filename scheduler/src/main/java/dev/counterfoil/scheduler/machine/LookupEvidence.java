// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.machine;

import dev.counterfoil.journal.canonical.CanonicalWriter;
import dev.counterfoil.journal.canonical.Json;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.scheduler.lookup.LookupAnswer;
import dev.counterfoil.scheduler.recovery.Retention;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What is kept of a look-up: one canonical object with {@code receipt} and {@code book}, and where they apply {@code expired},
 * {@code retry_after_millis}, {@code response_sha256}, {@code response_bytes}, {@code answer_sha256}, {@code answer_bytes} and the
 * {@code answer} itself, where it is text that is not too long. Pure.
 */
final class LookupEvidence {
    /** Longest answer that is kept whole: with every byte escaped it still fits the bound of evidence. */
    private static final int WHOLE_ANSWER_BYTES = 8 << 10;

    private LookupEvidence() {}

    static Bytes of(Looked looked) {
        Json.ObjectBuilder json = Json.object().put("receipt", looked.receipt().code()).put("book", looked.book().code());
        if (looked.retention() == Retention.EXPIRED) {
            json.put("expired", Json.truth(true));
        }
        looked.notBefore().ifPresent(instant -> json.put("retry_after_millis", millis(looked.at(), instant)));
        if (looked.answer() instanceof LookupAnswer.Completed completed) {
            completed.response().ifPresent(bytes -> digest(json, "response", bytes));
        }
        looked.answer().said().ifPresent(words -> {
            digest(json, "answer", words);
            text(words).ifPresent(text -> json.put("answer", text));
        });
        return Bytes.of(CanonicalWriter.write(json.build()));
    }

    private static long millis(Instant from, Instant to) {
        return Duration.between(from, to).toMillis();
    }

    private static void digest(Json.ObjectBuilder json, String what, Bytes bytes) {
        json.put(what + "_sha256", bytes.content().sha256().hex()).put(what + "_bytes", bytes.size());
    }

    private static Optional<String> text(Bytes words) {
        if (words.size() > WHOLE_ANSWER_BYTES) {
            return Optional.empty();
        }
        try {
            return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(words.toArray())).toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
