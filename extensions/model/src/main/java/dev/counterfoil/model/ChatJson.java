// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.model;

import dev.counterfoil.journal.canonical.CanonicalRequest;
import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.journal.canonical.StrictJson;
import dev.counterfoil.journal.canonical.StrictJsonException;
import dev.counterfoil.journal.record.Bounds;
import java.nio.charset.StandardCharsets;

/** Reads and writes JSON of requests. What is wrong is told without a word of what was written: a member's name may be somebody's, too. */
final class ChatJson {
    private ChatJson() {}

    static JsonTree read(String json) {
        Bounds.utf8Length("json", json);
        return read(json.getBytes(StandardCharsets.UTF_8));
    }

    /** A part of a request. */
    static JsonTree read(byte[] json) {
        return read(json, StrictJson.DEPTH);
    }

    static JsonTree read(byte[] json, int depth) {
        try {
            return StrictJson.read(json, Bounds.REQUEST_BYTES, 1, depth);
        } catch (StrictJsonException e) {
            throw malformed(e);
        }
    }

    static byte[] write(JsonTree json) {
        try {
            return CanonicalRequest.bytes(json, Bounds.REQUEST_BYTES);
        } catch (StrictJsonException e) {
            throw malformed(e);
        }
    }

    private static ModelException malformed(StrictJsonException e) {
        return new ModelException(ModelFault.REQUEST_MALFORMED, e.fault().code() + " on line " + e.line());
    }
}
