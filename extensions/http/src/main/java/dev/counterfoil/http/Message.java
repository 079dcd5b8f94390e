// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.http.message.BasicLineFormatter;
import org.apache.hc.core5.http.message.RequestLine;
import org.apache.hc.core5.util.CharArrayBuffer;

/**
 * A request as it is sent. The connection is asked to be closed behind the answer: each request has its own. Immutable.
 *
 * @param method its method
 * @param url where it goes
 * @param headers its head, without what frames it
 * @param body its body; empty where it has none, which is not a body of no bytes
 */
record Message(String method, URI url, List<Header> headers, Optional<byte[]> body) {
    private static final String AGENT = "User-Agent";
    private static final String BREAK = "\r\n";

    Message {
        headers = List.copyOf(headers);
    }

    /** All its bytes. */
    byte[] bytes() {
        CharArrayBuffer head = new CharArrayBuffer(512);
        BasicLineFormatter.INSTANCE.formatRequestLine(head, new RequestLine(method, target(), HttpVersion.HTTP_1_1));
        head.append(BREAK);
        for (Header header : framed()) {
            BasicLineFormatter.INSTANCE.formatHeader(head, new BasicHeader(header.name(), header.value()));
            head.append(BREAK);
        }
        head.append(BREAK);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(head.toString().getBytes(StandardCharsets.US_ASCII));
        body.ifPresent(all::writeBytes);
        return all.toByteArray();
    }

    private String target() {
        String path = url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        return url.getRawQuery() == null ? path : path + "?" + url.getRawQuery();
    }

    private List<Header> framed() {
        List<Header> all = new ArrayList<>();
        all.add(new Header("Host", Authority.of(url).hostHeader()));
        if (headers.stream().noneMatch(header -> header.name().equalsIgnoreCase(AGENT))) {
            all.add(new Header(AGENT, "counterfoil"));
        }
        all.addAll(headers);
        body.ifPresent(bytes -> all.add(new Header("Content-Length", Integer.toString(bytes.length))));
        all.add(new Header("Connection", "close"));
        return all;
    }

    /** Tells nothing of headers and body. */
    @Override
    public String toString() {
        return "Message[" + method + ", " + headers.size() + " headers, " + body.map(bytes -> bytes.length).orElse(0) + " bytes]";
    }
}
