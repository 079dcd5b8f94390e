// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.http.Endpoint;
import dev.counterfoil.journal.canonical.CanonicalRequest;
import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.journal.canonical.StrictJson;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Quote;
import dev.counterfoil.model.ChatModel;
import dev.counterfoil.model.ChatRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page about models shows what is compiled, and what it says when it runs. */
final class ModelsPageTest {
    private static final Path SOURCE = Path.of("src/main/java/dev/counterfoil/examples/AskTwoModels.java");
    private static final Path PAGE = Path.of("..", "docs", "MODELS.md");

    @TempDir
    private Path directory;

    @Test
    void the_java_block_is_the_marked_part_of_the_example() throws IOException {
        List<String> marked = between(Files.readAllLines(SOURCE), "            // PAGE: begin", "            // PAGE: end").stream()
                .map(line -> line.substring(12))
                .toList();
        assertTrue(marked.size() >= 10, "the example is found");
        assertEquals(String.join("\n", marked), String.join("\n", between(Files.readAllLines(PAGE), "```java", "```")));
    }

    @Test
    void the_text_block_is_what_the_example_says() throws IOException {
        List<String> story = AskTwoModels.story(directory.resolve("chat.journal"));
        assertEquals(String.join("\n", story), String.join("\n", between(Files.readAllLines(PAGE), "```text", "```")));
    }

    @Test
    void the_spec_has_the_quote_that_the_library_gives() throws IOException {
        String json = String.join("\n", between(Files.readAllLines(PAGE), "```json", "```"));
        JsonTree.Members spec = (JsonTree.Members) StrictJson.read(json.getBytes(StandardCharsets.UTF_8), 4_096);
        byte[] request = CanonicalRequest.bytes(spec.member("request").orElseThrow(), 4_096);
        Endpoint endpoint = Endpoint.of("https://models.example.org/v1/chat/completions");
        Quote quote = ChatModel.of("small", endpoint, AskTwoModels.PRICES).quote(ChatRequest.read(Bytes.of(request)));
        assertTrue(json.contains(
                "\"context_tokens\": " + quote.contextTokens() + ", \"output_tokens\": " + quote.outputTokens() + "}"), quote.toString());
        assertTrue(json.contains("{\"cost_micros\": " + quote.costMicros() + "}"), quote.toString());
    }

    private static List<String> between(List<String> lines, String first, String last) {
        int from = lines.indexOf(first) + 1;
        int length = lines.subList(from, lines.size()).indexOf(last);
        return lines.subList(from, from + length);
    }
}
