// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.ProtocolVersion;

/** Where a body ends, by its head. Immutable. */
sealed interface Framing {
    /**
     * Behind so many bytes.
     *
     * @param bytes their number; the greatest there is where it is no less
     */
    record Length(long bytes) implements Framing {}

    /** Behind its last chunk. */
    record Chunks() implements Framing {}

    /** Where the connection does. */
    record Rest() implements Framing {}

    /** Longest number that is surely none too great for a long. */
    int DIGITS = 18;

    /** Reads it strictly: one length of digits alone, or chunks and nothing else and not of HTTP/1.0; empty where it says anything else. */
    static Optional<Framing> of(ProtocolVersion version, SortedMap<String, List<String>> fields) {
        List<String> codings = fields.getOrDefault(HttpHeaders.TRANSFER_ENCODING, List.of());
        List<String> lengths = fields.getOrDefault(HttpHeaders.CONTENT_LENGTH, List.of());
        if (codings.isEmpty()) {
            return lengths.isEmpty() ? Optional.of(new Rest()) : length(lengths);
        }
        boolean chunked = codings.size() == 1 && codings.get(0).equalsIgnoreCase("chunked");
        return chunked && lengths.isEmpty() && version.greaterEquals(HttpVersion.HTTP_1_1) ? Optional.of(new Chunks()) : Optional.empty();
    }

    private static Optional<Framing> length(List<String> lengths) {
        String said = lengths.get(0);
        if (lengths.size() > 1 || !said.matches("[0-9]++")) {
            return Optional.empty();
        }
        String digits = said.replaceFirst("^0++(?=[0-9])", "");
        return Optional.of(new Length(digits.length() > DIGITS ? Long.MAX_VALUE : Long.parseLong(digits)));
    }
}
