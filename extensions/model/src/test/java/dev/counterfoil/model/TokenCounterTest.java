// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.record.Bounds;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A bound is one or says that it is none; an estimate has another name. */
final class TokenCounterTest {
    private static final ChatRequest PLAIN = ChatRequest.of("small", 200, ChatMessage.user("Why is the sky blue?"));

    @ParameterizedTest
    @ValueSource(strings = {"", "Why?", "\"\\\n\t", "Grüße", "日本語のテキスト", "👩‍👩‍👧‍👦", "\u0000\u0001"})
    void the_bound_has_a_token_for_each_byte_of_text_and_room_for_what_stands_around_a_message(String text) {
        for (int messages = 1; messages < 50; messages += 7) {
            ChatMessage[] said = new ChatMessage[messages];
            Arrays.fill(said, ChatMessage.user(text));
            long bytes = text.getBytes(StandardCharsets.UTF_8).length;
            long counted = TokenCounter.BYTES.tokens(ChatRequest.of("m", 1, said)).getAsLong();
            assertTrue(counted >= messages * (bytes + 20), counted + " for " + messages + " messages of " + bytes + " bytes");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "{\"role\":\"user\",\"content\":[{\"type\":\"image_url\",\"image_url\":{\"url\":\"x\"}}]}",
        "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"x\"},{\"type\":\"input_audio\",\"input_audio\":{}}]}",
        "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"x\",\"file_id\":\"f\"}]}",
        "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":7}]}",
        "{\"role\":\"user\",\"content\":[\"x\"]}",
        "{\"role\":\"user\",\"content\":{\"text\":\"x\"}}",
        "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[]}",
        "{\"role\":\"assistant\",\"content\":\"x\",\"audio\":{\"id\":\"a\"}}",
        "{\"role\":\"user\"}",
    })
    void the_bound_cannot_tell_what_a_message_refers_to(String message) {
        ChatRequest request = ChatRequest.of("small", 1, ChatMessage.of(message));
        assertEquals(OptionalLong.empty(), TokenCounter.BYTES.tokens(request));
        assertEquals(OptionalLong.empty(), TokenCounter.BYTES.plus(5).tokens(request));
        assertTrue(TokenCounter.estimate(4).tokens(request).isPresent());
    }

    @ParameterizedTest
    @ValueSource(strings = {"tools", "functions", "response_format", "web_search_options", "prompt", "documents", "something_new"})
    void the_bound_cannot_tell_what_a_member_adds_that_is_not_known_to_add_nothing(String member) {
        assertEquals(OptionalLong.empty(), TokenCounter.BYTES.tokens(PLAIN.with(member, "{}")));
    }

    @Test
    void parts_of_text_are_text_and_members_that_add_nothing_are_counted() {
        ChatRequest request = ChatRequest.of("small", 1,
                        ChatMessage.of("{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"x\"}],\"name\":\"a\"}"))
                .with("seed", "1").with("top_p", "0.5").with("n", "2");
        assertEquals(OptionalLong.of(request.bytes().size()), TokenCounter.BYTES.tokens(request));
    }

    @Test
    void an_estimate_rounds_up_and_something_may_be_added() {
        int bytes = PLAIN.bytes().size();
        assertEquals(OptionalLong.of(bytes), TokenCounter.estimate(1).tokens(PLAIN));
        assertEquals(OptionalLong.of((bytes + 3) / 4), TokenCounter.estimate(4).tokens(PLAIN));
        assertEquals(OptionalLong.of(1), TokenCounter.estimate(Integer.MAX_VALUE).tokens(PLAIN));
        assertEquals(OptionalLong.of(bytes + 350L), TokenCounter.BYTES.plus(350).tokens(PLAIN));
        assertThrows(IllegalArgumentException.class, () -> TokenCounter.estimate(0));
        assertThrows(IllegalArgumentException.class, () -> TokenCounter.BYTES.plus(-1));
        assertThrows(IllegalArgumentException.class, () -> TokenCounter.BYTES.plus(Bounds.INTEGER + 1));
    }
}
