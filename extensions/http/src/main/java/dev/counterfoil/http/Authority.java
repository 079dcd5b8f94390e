// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import java.net.URI;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The receiver of a URL. Immutable.
 *
 * @param host a name or an address, without brackets
 * @param port the port
 * @param hostHeader how the receiver is named in a request
 */
record Authority(String host, int port, String hostHeader) {
    /** Names have underscores too: many a private network has such, and {@link URI#getHost()} knows none. */
    private static final Pattern SPELLING = Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._~-]+)(?::([0-9]{0,5}))?");

    private static final int GREATEST = 65_535;
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    static Authority of(URI url) {
        Matcher matcher = SPELLING.matcher(String.valueOf(url.getRawAuthority()));
        if (url.getRawAuthority() == null || !matcher.matches()) {
            throw new IllegalArgumentException("must be a URL with a host, and a port of digits where it has one");
        }
        int usual = isSecure(url) ? HTTPS : HTTP;
        String digits = matcher.group(2) == null ? "" : matcher.group(2);
        int port = digits.isEmpty() ? usual : Integer.parseInt(digits);
        if (port < 1 || port > GREATEST) {
            throw new IllegalArgumentException("has the port " + port + ", must be 1 to " + GREATEST);
        }
        String host = matcher.group(1);
        return new Authority(host.replaceAll("[\\[\\]]", ""), port, port == usual ? host : host + ":" + port);
    }

    static boolean isSecure(URI url) {
        return url.getScheme().equalsIgnoreCase("https");
    }
}
