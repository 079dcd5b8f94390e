// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.model;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.counterfoil.http.Endpoint;
import dev.counterfoil.http.Header;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A chat endpoint on the loopback that gives the answers of its script in turn, the last one for ever, and remembers what it was asked. */
final class ChatEndpoint implements AutoCloseable {
    private final HttpServer server;
    private final List<Said> script;
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final AtomicInteger next = new AtomicInteger();

    /** One answer. */
    record Said(int status, String body) {}

    ChatEndpoint(Said... script) throws IOException {
        this.script = List.of(script);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    static Said completion(String model, long context, long output) {
        return new Said(200, "{\"choices\":[{\"message\":{\"content\":\"blue\"}}],\"model\":\"" + model + "\",\"usage\":{\"prompt_tokens\":"
                + context + ",\"completion_tokens\":" + output + "}}");
    }

    static Said error(int status, String code) {
        return new Said(status, "{\"error\":{\"message\":\"no\",\"type\":\"x\",\"code\":\"" + code + "\"}}");
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            requests.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            Said said = script.get(Math.min(next.getAndIncrement(), script.size() - 1));
            byte[] body = said.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(said.status(), body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    Endpoint endpoint() {
        return Endpoint.of("http://127.0.0.1:" + server.getAddress().getPort() + "/v1/chat/completions")
                .headers(new Header("Authorization", "Bearer canary"));
    }

    List<String> requests() {
        return requests;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
