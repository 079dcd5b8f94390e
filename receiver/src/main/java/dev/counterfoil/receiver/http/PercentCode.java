// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.receiver.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Percent-encoded texts of a path or a query: every sequence must be whole, the bytes UTF-8, and what is no printable ASCII encoded: the
 * server under us reads broken bytes as the same replacement character, which would make one operation of two. Immutable.
 */
final class PercentCode {
    private PercentCode() {}

    /** The text of a path segment; empty where it is not well formed. */
    static Optional<String> segment(String raw) {
        return decoded(raw);
    }

    /**
     * The values of a query's parameter, in order; one that is not well formed gives an empty one. So does a {@code +}: forms mean a blank
     * by it, everybody else means itself, and a guess would name another operation.
     */
    static List<Optional<String>> values(String query, String name) {
        List<Optional<String>> values = new ArrayList<>();
        for (String pair : query.split("&")) {
            int equals = pair.indexOf('=');
            String left = equals < 0 ? pair : pair.substring(0, equals);
            if (decoded(left).equals(Optional.of(name))) {
                values.add(Optional.of(pair.substring(left.length())).filter(rest -> !rest.isEmpty() && rest.indexOf('+') < 0)
                        .flatMap(rest -> decoded(rest.substring(1))));
            }
        }
        return values;
    }

    private static Optional<String> decoded(String raw) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c == '%') {
                int high = i + 2 <= raw.length() - 1 ? Character.digit(raw.charAt(i + 1), 16) : -1;
                int low = i + 2 <= raw.length() - 1 ? Character.digit(raw.charAt(i + 2), 16) : -1;
                if (high < 0 || low < 0) {
                    return Optional.empty();
                }
                bytes.write(high << 4 | low);
                i += 2;
            } else if (c > ' ' && c <= '~' && c != '#') {
                bytes.write(c);
            } else {
                return Optional.empty();
            }
        }
        return text(bytes.toByteArray());
    }

    private static Optional<String> text(byte[] bytes) {
        try {
            return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
