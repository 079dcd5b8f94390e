// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A message with a head and a body of the length that the head says. Immutable.
 *
 * @param head with the empty line
 * @param body as text; all that is sent here is ASCII
 */
record Request(String head, String body) {
    private static final String END = "\r\n\r\n";
    private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *([0-9]+)");
    private static final Pattern KEY = Pattern.compile("(?i)\r\nidempotency-key: *\"([^\"]*)\"");
    private static final Pattern SCOPE = Pattern.compile("^[A-Z]+ /v1/operations/([^? ]*)");

    /** Reads one; empty where it does not come whole. */
    static Optional<Request> read(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith(END)) {
            int next = in.read();
            if (next < 0) {
                return Optional.empty();
            }
            head.write(next);
        }
        String text = head.toString(StandardCharsets.ISO_8859_1);
        Matcher length = LENGTH.matcher(text);
        int bytes = length.find() ? Integer.parseInt(length.group(1)) : 0;
        byte[] body = in.readNBytes(bytes);
        return body.length < bytes ? Optional.empty() : Optional.of(new Request(text, new String(body, StandardCharsets.ISO_8859_1)));
    }

    byte[] bytes() {
        return (head + body).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** The first so many thousandths of it: a byte at least, and not the last. */
    byte[] part(int permille) {
        byte[] all = bytes();
        return Arrays.copyOf(all, Math.max(1, Math.min(all.length - 1, (int) ((long) all.length * permille / 1_000))));
    }

    String method() {
        return head.substring(0, head.indexOf(' '));
    }

    /** The scope that it is about; empty where it is about none. */
    String scope() {
        Matcher scope = SCOPE.matcher(head);
        return scope.find() ? URLDecoder.decode(scope.group(1), StandardCharsets.UTF_8) : "";
    }

    /** The key in its head; empty where there is none. */
    String key() {
        Matcher key = KEY.matcher(head);
        return key.find() ? key.group(1) : "";
    }
}
