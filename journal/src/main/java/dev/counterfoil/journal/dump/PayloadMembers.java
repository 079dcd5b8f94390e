// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.journal.dump;

import dev.counterfoil.journal.canonical.Json;
import dev.counterfoil.journal.chain.ScannedRecord;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.JournalRecord;
import dev.counterfoil.journal.record.Opening;
import dev.counterfoil.journal.store.PayloadState;
import dev.counterfoil.journal.store.StoredPayload;
import dev.counterfoil.journal.store.StoredRecord;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.stream.Stream;

/** The members of a dump line that show bytes. Pure. */
final class PayloadMembers {
    private PayloadMembers() {}

    static void add(Json.ObjectBuilder line, ScannedRecord scanned) {
        JournalRecord record = scanned.entry().record();
        line.put("canonical", scanned.stored().body().utf8());
        if (record instanceof Opening opening) {
            scanned.entry().payload().ifPresent(bytes -> bytes(line, "request", bytes));
            opening.binding().operation().key().ifPresent(key -> line.put("key", key));
        } else {
            scanned.entry().payload().ifPresent(bytes -> bytes(line, "response", bytes));
            scanned.entry().attachment().ifPresent(bytes -> bytes(line, "evidence", bytes));
        }
        if (isErased(scanned.stored())) {
            line.put("erased", Json.truth(true));
        }
    }

    private static boolean isErased(StoredRecord stored) {
        return Stream.of(stored.payload(), stored.attachment())
                .flatMap(Optional::stream)
                .map(StoredPayload::state)
                .anyMatch(PayloadState.ERASED::equals);
    }

    private static void bytes(Json.ObjectBuilder line, String name, Bytes bytes) {
        Optional<String> text = text(bytes);
        if (text.isPresent()) {
            line.put(name, text.get());
        } else {
            line.put(name + "_base64", Base64.getEncoder().encodeToString(bytes.toArray()));
        }
    }

    private static Optional<String> text(Bytes bytes) {
        try {
            return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toArray())).toString());
        } catch (CharacterCodingException notText) {
            return Optional.empty();
        }
    }
}
