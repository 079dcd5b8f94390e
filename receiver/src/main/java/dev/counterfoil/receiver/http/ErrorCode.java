// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.http;

import java.util.Locale;

/** Every error that is answered, in the order in which they are looked for, with its status. Immutable. */
enum ErrorCode {
    MALFORMED_REQUEST(400),
    NOT_FOUND(404),
    METHOD_NOT_ALLOWED(405),
    MALFORMED_SCOPE(400),
    MISSING_KEY(400),
    MALFORMED_KEY(400),
    MALFORMED_DIGEST(400),
    LENGTH_REQUIRED(411),
    UNKNOWN_CODING(501),
    TOO_LARGE(413),
    TOO_SLOW(408),
    PAYLOAD_CONFLICT(422),
    REJECTED(422),
    EXPIRED(410),
    CLOSED(410),
    IN_PROGRESS(409),
    UNAVAILABLE(503),
    UNEXPECTED(500);

    private final int status;

    ErrorCode(int status) {
        this.status = status;
    }

    int status() {
        return status;
    }

    String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
