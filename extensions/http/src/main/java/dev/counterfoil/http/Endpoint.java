// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A provider that is called over HTTP: where requests are sent, with what head, and what its statuses mean. Immutable.
 *
 * <p>A URL is absolute, {@code http} or {@code https}, with a host (a name, an IPv4 address, an IPv6 address in brackets) and perhaps a
 * port. Its path and query are sent as they stand. User information is refused: it is a secret that would be told with the URL. A fragment
 * is refused: it would not be sent.
 *
 * <p>What frames the message, names the receiver or carries the operation's key is not the caller's to set: {@code Host},
 * {@code Content-Length}, {@code Idempotency-Key}, {@code Connection}, {@code Transfer-Encoding} and their kin are refused.
 *
 * @param url where requests are sent
 * @param headers sent with each request, in this order; no two with one name
 * @param contentType what the request is, unless a header says so
 * @param statuses what its statuses mean
 */
public record Endpoint(URI url, List<Header> headers, String contentType, StatusClasses statuses) {
    /** Content type of a request that is JSON. */
    public static final String JSON = "application/json";

    /** Content type of a request that is text. */
    public static final String TEXT = "text/plain; charset=utf-8";

    /** Content type of a request that is bytes. */
    public static final String BYTES = "application/octet-stream";

    /** Longest URL, in characters. */
    public static final int URL_CHARACTERS = 8 << 10;

    /** Most headers. */
    public static final int HEADERS = 64;

    static final String CONTENT_TYPE = "Content-Type";

    private static final Set<String> OURS = Set.of(
            "host", "content-length", "idempotency-key", "connection", "transfer-encoding", "te", "trailer", "upgrade", "expect",
            "keep-alive", "proxy-connection");

    /**
     * Checks the headers against each other and the content type; the URL was checked by {@link #url(String)} or is checked now.
     *
     * @throws IllegalArgumentException where the URL is none that can be called, a header is ours to set or stands twice, or there are too
     *     many; the message holds no value
     */
    public Endpoint {
        url = url(url.toString());
        headers = List.copyOf(headers);
        Header.checkValue(contentType);
        check(headers);
    }

    /**
     * An endpoint that takes JSON, with no header of its own and no status declared.
     *
     * @param url where requests are sent
     * @return the endpoint
     * @throws IllegalArgumentException where the URL is none that can be called
     */
    public static Endpoint of(String url) {
        return new Endpoint(url(url), List.of(), JSON, StatusClasses.UNDECLARED);
    }

    /**
     * Reads a URL.
     *
     * @param text the URL
     * @return the URL
     * @throws IllegalArgumentException where it is none that can be called; the message does not hold it
     */
    public static URI url(String text) {
        URI url = parsed(text);
        if (url.getScheme() == null || !Set.of("http", "https").contains(url.getScheme().toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException("must be a URL with http:// or https://");
        }
        if (url.getRawFragment() != null) {
            throw new IllegalArgumentException("has a fragment, which is never sent; leave it out");
        }
        if (url.getRawAuthority() != null && url.getRawAuthority().indexOf('@') >= 0) {
            throw new IllegalArgumentException("has user information; put it into a header, by reference to the environment");
        }
        Authority.of(url);
        return url;
    }

    private static URI parsed(String text) {
        if (text.length() > URL_CHARACTERS) {
            throw new IllegalArgumentException("has " + text.length() + " characters, a URL has at most " + URL_CHARACTERS);
        }
        if (!text.chars().allMatch(c -> c > ' ' && c <= '~')) {
            throw new IllegalArgumentException("must be a URL in ASCII: percent-encode what is not, and spell the host in Punycode");
        }
        try {
            return new URI(text);
        } catch (URISyntaxException malformed) {
            throw new IllegalArgumentException("is no URL: " + malformed.getReason());
        }
    }

    /**
     * Checks that a header may be given.
     *
     * @param name the header's name
     * @return the name
     * @throws IllegalArgumentException where it is ours to set
     */
    public static String allowed(String name) {
        if (OURS.contains(name.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException(name + " is not to be given: it is set for each request, or frames it");
        }
        return name;
    }

    /** Checks that headers may be given together. */
    static void check(List<Header> headers) {
        if (headers.size() > HEADERS) {
            throw new IllegalArgumentException("has " + headers.size() + " headers, at most " + HEADERS + " are allowed");
        }
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        for (Header header : headers) {
            allowed(header.name());
            if (!names.add(header.name())) {
                throw new IllegalArgumentException(header.name() + " stands twice; give it once");
            }
        }
    }

    /** What the request is: the header that says so, or what was given beside. */
    String saidContentType() {
        return header(CONTENT_TYPE).orElse(contentType);
    }

    Optional<String> header(String name) {
        return headers.stream().filter(header -> header.name().equalsIgnoreCase(name)).map(Header::value).findFirst();
    }

    /**
     * With more headers.
     *
     * @param more the headers, behind those there are
     * @return a new endpoint
     * @throws IllegalArgumentException where one is ours to set or stands twice
     */
    public Endpoint headers(Header... more) {
        List<Header> all = new ArrayList<>(headers);
        all.addAll(List.of(more));
        return new Endpoint(url, all, contentType, statuses);
    }

    /**
     * With another content type.
     *
     * @param type the type
     * @return a new endpoint
     * @throws IllegalArgumentException where it cannot stand in a header
     */
    public Endpoint contentType(String type) {
        return new Endpoint(url, headers, type, statuses);
    }

    /**
     * With statuses that mean something.
     *
     * @param meanings the statuses
     * @return a new endpoint
     */
    public Endpoint statuses(StatusClasses meanings) {
        return new Endpoint(url, headers, contentType, meanings);
    }

    /** Names the host only: a path or query may hold what is not to be told, and a header is often a secret. */
    @Override
    public String toString() {
        return "Endpoint[" + url.getScheme() + "://" + Authority.of(url).hostHeader() + ", " + headers.size() + " headers, "
                + contentType.length() + " characters of content type, " + statuses + "]";
    }
}
