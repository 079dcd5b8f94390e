// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.examples;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A chat endpoint on this machine that answers by a script, for whoever has no account to try with. The last answer is given for ever.
 * Thread-safe.
 */
final class ModelEndpoint implements AutoCloseable {
    private final HttpServer server;
    private final List<Said> script;
    private final AtomicInteger requests = new AtomicInteger();

    /**
     * One answer.
     *
     * @param status its status
     * @param body its body
     */
    record Said(int status, String body) {}

    ModelEndpoint(Said... script) throws IOException {
        this.script = List.of(script);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    static Said says(String text, int contextTokens, int outputTokens) {
        return new Said(200, "{\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":\"" + text + "\"}}],"
                + "\"usage\":{\"prompt_tokens\":" + contextTokens + ",\"completion_tokens\":" + outputTokens + "}}");
    }

    static Said refuses(int status, String code) {
        return new Said(status, "{\"error\":{\"code\":\"" + code + "\",\"message\":\"Not now.\"}}");
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            Said said = script.get(Math.min(requests.getAndIncrement(), script.size() - 1));
            byte[] body = said.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(said.status(), body.length);
            exchange.getResponseBody().write(body);
        }
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1/chat/completions";
    }

    int requests() {
        return requests.get();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
