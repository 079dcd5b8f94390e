// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.page;

import dev.counterfoil.journal.canonical.CompactWriter;
import dev.counterfoil.journal.canonical.Json;
import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.journal.canonical.StrictJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A Chromium without a window, spoken to in its own DevTools protocol: a command is answered under its number, and whatever else is said is
 * an event. One page, one user. Confined.
 */
final class Chromium implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 120;
    private static final String LISTENING = "DevTools listening on ";
    private static final int MESSAGE_BYTES = 64 << 20;

    private final Process process;
    private final WebSocket socket;
    private final AtomicInteger commands = new AtomicInteger();
    private final Map<Long, CompletableFuture<JsonTree>> awaited = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<JsonTree>> expected = new ConcurrentHashMap<>();
    private final List<JsonTree> events = new CopyOnWriteArrayList<>();
    private Optional<String> session = Optional.empty();

    private Chromium(Process process, String address) {
        this.process = process;
        this.socket = HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(URI.create(address), new Messages()).join();
    }

    /** The browser of this machine; the property {@code counterfoil.browser} names another. */
    static Optional<Path> installed() {
        Optional<Path> named = Optional.ofNullable(System.getProperty("counterfoil.browser")).map(Path::of);
        Stream<Path> found = Stream.of(System.getenv().getOrDefault("PATH", "").split(":")).filter(folder -> !folder.isEmpty())
                .flatMap(folder -> Stream.of("chromium", "chromium-headless-shell", "chromium-browser", "google-chrome").map(
                        name -> Path.of(folder, name)));
        return named.or(() -> found.filter(Files::isExecutable).findFirst());
    }

    static Chromium start(Path profile) {
        List<String> words = new ArrayList<>(List.of(installed().orElseThrow().toString(), "--headless", "--disable-gpu", "--disable-quic",
                "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions",
                "--hide-scrollbars", "--remote-debugging-port=0", "--user-data-dir=" + profile));
        if (System.getProperty("user.name").equals("root")) {
            words.add("--no-sandbox");
        }
        words.add("about:blank");
        try {
            Process process = new ProcessBuilder(words).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
            process.getOutputStream().close();
            BufferedReader said = new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
            List<String> before = new ArrayList<>();
            String line = said.readLine();
            while (line != null && !line.startsWith(LISTENING)) {
                before.add(line);
                line = said.readLine();
            }
            if (line == null) {
                throw new AssertionError("the browser ended: " + before);
            }
            Thread rest = new Thread(() -> said.lines().forEach(each -> { }), "what the browser says on stderr");
            rest.setDaemon(true);
            rest.start();
            Chromium browser = new Chromium(process, line.substring(LISTENING.length()).strip());
            browser.attach();
            return browser;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void attach() {
        JsonTree targets = call("Target.getTargets", Json.object());
        String page = ((JsonTree.Elements) at(targets, "targetInfos")).elements().stream()
                .filter(target -> text(target, "type").equals("page")).map(target -> text(target, "targetId")).findFirst().orElseThrow();
        JsonTree attached = call("Target.attachToTarget", Json.object().put("targetId", page).put("flatten", Json.truth(true)));
        session = Optional.of(text(attached, "sessionId"));
        for (String domain : List.of("Page", "Runtime", "Network", "Log", "Accessibility")) {
            call(domain + ".enable", Json.object());
        }
    }

    /** Says a command, and waits for its answer. */
    JsonTree call(String method, Json.ObjectBuilder parameters) {
        long number = commands.incrementAndGet();
        CompletableFuture<JsonTree> answer = new CompletableFuture<>();
        awaited.put(number, answer);
        Json.ObjectBuilder command = Json.object().put("id", number).put("method", method).put("params", parameters.build());
        session.ifPresent(id -> command.put("sessionId", id));
        socket.sendText(CompactWriter.write(command.build()), true).join();
        JsonTree.Members answered = (JsonTree.Members) patiently(answer, method);
        return answered.member("result").orElseThrow(() -> new AssertionError(method + ": " + shown(answered)));
    }

    /** Opens a page as somebody with such a screen would see it, and waits until it is there. Forgets the events of the page before. */
    void open(Path page, int width, String scheme) {
        call("Emulation.setDeviceMetricsOverride", Json.object().put("width", width).put("height", 800).put("deviceScaleFactor", 1)
                .put("mobile", Json.truth(false)));
        call("Emulation.setEmulatedMedia", Json.object().put("features", Json.array(
                Json.object().put("name", "prefers-color-scheme").put("value", scheme).build())));
        events.clear();
        CompletableFuture<JsonTree> loaded = new CompletableFuture<>();
        expected.put("Page.loadEventFired", loaded);
        call("Page.navigate", Json.object().put("url", page.toUri().toString()));
        patiently(loaded, "loading " + page);
    }

    /** The value of an expression of the page that is a text. */
    String evaluate(String expression) {
        JsonTree result = call("Runtime.evaluate", Json.object().put("expression", expression).put("returnByValue", Json.truth(true)));
        if (((JsonTree.Members) result).member("exceptionDetails").isPresent()) {
            throw new AssertionError(shown(result));
        }
        return text(at(result, "result"), "value");
    }

    /** What was told of a kind since the page was opened. */
    List<JsonTree> events(String method) {
        return events.stream().filter(event -> text(event, "method").equals(method)).map(event -> at(event, "params")).toList();
    }

    static JsonTree at(JsonTree tree, String... members) {
        JsonTree at = tree;
        for (String name : members) {
            JsonTree here = at;
            at = ((JsonTree.Members) at).member(name).orElseThrow(() -> new AssertionError("no " + name + " in " + shown(here)));
        }
        return at;
    }

    /** A text below; empty where there is none. */
    static String text(JsonTree tree, String... members) {
        JsonTree at = tree;
        for (String name : members) {
            Optional<JsonTree> next = at instanceof JsonTree.Members object ? object.member(name) : Optional.empty();
            if (next.isEmpty()) {
                return "";
            }
            at = next.get();
        }
        return at instanceof JsonTree.Text text ? text.value() : "";
    }

    static String shown(JsonTree tree) {
        if (tree instanceof JsonTree.Members object) {
            StringBuilder text = new StringBuilder("{");
            object.members().forEach((name, value) -> text.append(name).append('=').append(shown(value)).append(' '));
            return text.append('}').toString();
        }
        if (tree instanceof JsonTree.Elements array) {
            return array.elements().stream().map(Chromium::shown).toList().toString();
        }
        return tree instanceof JsonTree.Text text ? text.value() : tree.toString();
    }

    private static JsonTree patiently(CompletableFuture<JsonTree> answer, String what) {
        try {
            return answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError(what + " was not answered", e);
        }
    }

    /** Messages come in parts. */
    private final class Messages implements WebSocket.Listener {
        private final StringBuilder message = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            message.append(part);
            if (last) {
                byte[] whole = message.toString().getBytes(StandardCharsets.UTF_8);
                message.setLength(0);
                heard((JsonTree.Members) StrictJson.read(whole, MESSAGE_BYTES, 1, StrictJson.DEEPEST));
            }
            from.request(1);
            return CompletableFuture.completedFuture(part);
        }

        private void heard(JsonTree.Members said) {
            Optional<JsonTree> number = said.member("id");
            if (number.isPresent()) {
                awaited.remove(((JsonTree.Numeral) number.get()).whole().orElseThrow()).complete(said);
                return;
            }
            events.add(said);
            Optional.ofNullable(expected.remove(text(said, "method"))).ifPresent(waiting -> waiting.complete(said));
        }
    }

    /** Asked to end it removes what it put beside its profile; one that does not is ended. */
    @Override
    public void close() {
        session = Optional.empty();
        try {
            call("Browser.close", Json.object());
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
