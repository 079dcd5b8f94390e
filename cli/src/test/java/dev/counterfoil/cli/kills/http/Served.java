// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills.http;

import dev.counterfoil.cli.QuickStart;
import dev.counterfoil.cli.kills.Line;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A process that serves the receiver: killed, and started again on the same file at the same port. Confined. */
final class Served implements AutoCloseable {
    private final Path directory;
    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private Process process;
    private final URI address;

    private Served(Path directory) throws IOException {
        this.directory = directory;
        this.process = started(0);
        this.address = listening();
    }

    static Served in(Path directory) throws IOException {
        return new Served(directory);
    }

    private Process started(int port) throws IOException {
        List<String> command = new ArrayList<>(QuickStart.words("-Xmx64m"));
        command.addAll(List.of("receiver", "serve", "--db", database().toString(), "--port", Integer.toString(port)));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(directory.resolve("receiver.err").toFile())).start();
    }

    private URI listening() throws IOException {
        String line = String.valueOf(new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)).readLine());
        if (!line.startsWith("{\"listening\"")) {
            throw new IllegalStateException("the receiver does not serve; see " + directory.resolve("receiver.err"));
        }
        return URI.create(line.split("\"")[3]);
    }

    Path database() {
        return directory.resolve("r.db");
    }

    URI address() {
        return address;
    }

    /** Kills it, and waits until it is dead. */
    void die() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Sees to it that it serves: where it is dead, from the same file at the same port. */
    void back() throws IOException {
        if (!process.isAlive()) {
            process = started(address.getPort());
            listening();
        }
    }

    long effects(String scope) throws IOException, InterruptedException {
        return asked("/v1/effects/count?scope=" + scope).number("effects");
    }

    /** What its book says of a key. */
    Line receipt(String scope, String key) throws IOException, InterruptedException {
        return asked("/v1/operations/" + scope + "?key=" + key);
    }

    private Line asked(String path) throws IOException, InterruptedException {
        return Line.of(client.send(HttpRequest.newBuilder(address.resolve(path)).build(), HttpResponse.BodyHandlers.ofString()).body());
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
