// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import dev.counterfoil.http.Endpoint;
import dev.counterfoil.journal.canonical.CanonicalRequest;
import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.journal.canonical.StrictJsonException;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Bytes;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Reads what is to be sent: a JSON value as its RFC 8785 bytes, a text as UTF-8, or exact bytes. */
final class RequestReader {
    static final List<String> FORMS = List.of("request", "request_text", "request_base64");

    private RequestReader() {}

    /** What the request is, by the form in which it is given. */
    static String contentType(SpecObject spec) {
        if (spec.has("request")) {
            return Endpoint.JSON;
        }
        return spec.has("request_text") ? Endpoint.TEXT : Endpoint.BYTES;
    }

    static Bytes read(SpecObject spec) {
        List<String> given = FORMS.stream().filter(spec::has).toList();
        if (given.size() != 1) {
            throw spec.source().refuse(spec.place(), (given.isEmpty() ? "has no request" : "has " + String.join(" and ", given))
                    + "; give exactly one of " + String.join(", ", FORMS));
        }
        Bytes request = bytes(spec, given.get(0), spec.required(given.get(0)));
        if (request.size() > Bounds.REQUEST_BYTES) {
            throw spec.refuse(given.get(0), "has " + request.size() + " bytes, at most " + Bounds.REQUEST_BYTES + " are allowed");
        }
        return request;
    }

    private static Bytes bytes(SpecObject spec, String form, JsonTree value) {
        return switch (form) {
            case "request" -> json(spec, value);
            case "request_text" -> Bytes.utf8(spec.text(value));
            default -> base64(spec.text(value))
                    .orElseThrow(() -> spec.refuse(form, "must be base64 (RFC 4648, with padding, no line breaks)"));
        };
    }

    private static Bytes json(SpecObject spec, JsonTree value) {
        try {
            return Bytes.of(CanonicalRequest.bytes(value, Bounds.REQUEST_BYTES));
        } catch (StrictJsonException refused) {
            throw spec.source().refuse(refused);
        }
    }

    /** Only the one spelling that the bytes have: the decoder alone would take several. */
    private static Optional<Bytes> base64(String text) {
        try {
            byte[] bytes = Base64.getDecoder().decode(text);
            return Base64.getEncoder().encodeToString(bytes).equals(text) ? Optional.of(Bytes.of(bytes)) : Optional.empty();
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }
}
