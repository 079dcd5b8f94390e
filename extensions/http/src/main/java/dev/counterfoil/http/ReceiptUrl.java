// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import dev.counterfoil.journal.record.Sha256;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Where a provider's book is asked: a URL in which {@code {scope}} stands for the operation's scope, percent-encoded. {@code key} and
 * {@code payload_sha256} are added to its query. Immutable.
 */
public final class ReceiptUrl {
    /** What stands for the scope. */
    public static final String SCOPE = "{scope}";

    private static final String UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private final String template;

    private ReceiptUrl(String template) {
        this.template = template;
    }

    /**
     * Reads a URL.
     *
     * @param template the URL, absolute, http or https
     * @return the URL
     * @throws IllegalArgumentException where it is none that can be called with any scope, the scope would name the host, or its query has
     *     a key already; the message does not hold it
     */
    public static ReceiptUrl of(String template) {
        URI one = Endpoint.url(template.replace(SCOPE, "a"));
        URI other = Endpoint.url(template.replace(SCOPE, "b"));
        if (!one.getRawAuthority().equals(other.getRawAuthority()) || !one.getScheme().equals(other.getScheme())) {
            throw new IllegalArgumentException(SCOPE + " may stand in the path and the query only");
        }
        String query = "&" + (one.getRawQuery() == null ? "" : one.getRawQuery());
        if (query.contains("&key=") || query.contains("&payload_sha256=")) {
            throw new IllegalArgumentException("key and payload_sha256 are added to the query; leave them out");
        }
        return new ReceiptUrl(template);
    }

    /** Where a receipt is asked for. */
    URI lookup(String scope, String key, Sha256 payload) {
        return with(scope, "key=" + encoded(key) + "&payload_sha256=" + payload.hex());
    }

    /** Where a key is closed. */
    URI closing(String scope, String key) {
        return with(scope, "key=" + encoded(key));
    }

    private URI with(String scope, String more) {
        String url = template.replace(SCOPE, encoded(scope));
        return URI.create(url + (url.indexOf('?') < 0 ? "?" : url.endsWith("?") || url.endsWith("&") ? "" : "&") + more);
    }

    /** Every byte of its UTF-8 but letters, digits and four signs, so that it means nothing to whoever takes the URL apart. */
    static String encoded(String text) {
        StringBuilder url = new StringBuilder();
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (each & 0xff);
            if (UNRESERVED.indexOf(c) >= 0) {
                url.append(c);
            } else {
                url.append('%').append(HEX.toHexDigits(each));
            }
        }
        return url.toString();
    }

    /**
     * As it is written.
     *
     * @return the template
     */
    public String template() {
        return template;
    }

    /** How long it is: a path or query may hold what is not to be told. */
    @Override
    public String toString() {
        return "ReceiptUrl[" + template.length() + " characters]";
    }
}
