// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.journal.canonical.StrictJson;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Bytes;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is asked, in bytes that are the same for the same question. */
final class ChatRequestTest {
    private static final ChatRequest PLAIN = ChatRequest.of("small", 200, ChatMessage.system("Be short."), ChatMessage.user("Why?"));

    private static ModelFault fault(Executable what) {
        ModelException refused = assertThrows(ModelException.class, what);
        assertFalse(refused.getMessage().contains("canary"), refused.getMessage());
        return refused.fault();
    }

    @Test
    void its_bytes_are_canonical_and_are_what_is_sent_where_one_model_may_answer() {
        String json = "{\"max_tokens\":200,\"messages\":[{\"content\":\"Be short.\",\"role\":\"system\"},"
                + "{\"content\":\"Why?\",\"role\":\"user\"}],\"model\":\"small\"}";
        assertEquals(Bytes.utf8(json), PLAIN.bytes());
        assertEquals(Optional.of(PLAIN.bytes()), PLAIN.bytesFor("small"));
        assertEquals(Optional.empty(), PLAIN.bytesFor("large"));
    }

    @Test
    void where_several_models_may_answer_the_list_is_bound_and_one_name_is_sent() {
        ChatRequest either = PLAIN.orModel("a-larger-one");
        assertTrue(either.bytes().utf8().endsWith(",\"model\":[\"small\",\"a-larger-one\"]}"));
        assertEquals(Optional.of(PLAIN.bytes()), either.bytesFor("small"));
        assertTrue(either.bytesFor("a-larger-one").get().utf8().endsWith(",\"model\":\"a-larger-one\"}"));
        assertEquals(Optional.empty(), either.bytesFor("another"));
        assertEquals(List.of("small", "a-larger-one"), either.models());
        assertEquals(ModelFault.REQUEST_MALFORMED, fault(() -> either.orModel("small")));
    }

    @Test
    void members_have_one_spelling_however_and_in_whatever_order_they_are_given() {
        ChatRequest one = PLAIN.temperature(new BigDecimal("0.70")).with("seed", "7").with("stop", " [ \"\\u0041\" ] ");
        ChatRequest other = PLAIN.with("stop", "[\"A\"]").with("seed", "7.0").temperature(new BigDecimal("7E-1"));
        assertEquals(one, other);
        assertEquals(one.hashCode(), other.hashCode());
        assertTrue(one.bytes().utf8().contains("\"seed\":7,\"stop\":[\"A\"],\"temperature\":0.7}"), one.bytes().utf8());
        assertEquals(one, ChatRequest.read(one.bytes()));
    }

    @Test
    void how_much_may_be_written_is_for_each_choice_and_has_either_name() {
        ChatRequest three = PLAIN.with("n", "3").named(OutputMember.MAX_COMPLETION_TOKENS);
        assertEquals(200, three.maxOutputTokens());
        assertEquals(600, three.outputTokens());
        assertTrue(three.bytes().utf8().startsWith("{\"max_completion_tokens\":200,"));
        assertEquals(PLAIN.with("n", "3"), three.named(OutputMember.MAX_TOKENS));
        assertEquals(ModelFault.QUOTE_TOO_LARGE,
                fault(() -> ChatRequest.of("small", Bounds.INTEGER, ChatMessage.user("?")).with("n", "2")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"model", "messages", "temperature", "max_tokens", "max_completion_tokens", "stream", "stream_options", "seed"})
    void a_member_that_is_ours_or_there_already_is_not_given_beside(String name) {
        assertEquals(ModelFault.MEMBER_NOT_FREE, fault(() -> PLAIN.with("seed", "1").with(name, "1")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1.5", "\"2\"", "null", "true", "9007199254740992", "1e400"})
    void a_number_of_choices_is_a_number(String choices) {
        assertEquals(ModelFault.REQUEST_MALFORMED, fault(() -> PLAIN.with("n", choices)));
    }

    @Test
    void what_cannot_be_asked_is_refused_where_it_is_made() {
        assertEquals(ModelFault.REQUEST_MALFORMED, fault(() -> ChatRequest.of("small", 1)));
        assertEquals(ModelFault.REQUEST_MALFORMED, fault(() -> ChatRequest.of("", 1, ChatMessage.user("canary"))));
        assertEquals(ModelFault.REQUEST_MALFORMED, fault(() -> ChatRequest.of("canary\n", 1, ChatMessage.user("canary"))));
        assertEquals(ModelFault.REQUEST_MALFORMED, fault(() -> ChatRequest.of("small", 0, ChatMessage.user("canary"))));
        assertThrows(IllegalArgumentException.class, () -> ChatRequest.of("small", -1, ChatMessage.user("canary")));
        assertThrows(IllegalArgumentException.class, () -> ChatMessage.user("\ud800"));
        assertEquals(ModelFault.REQUEST_MALFORMED, fault(() -> ChatMessage.of("{\"content\":\"canary\"}")));
        assertEquals(ModelFault.REQUEST_MALFORMED, fault(() -> ChatMessage.of("{\"role\":\"\",\"content\":\"canary\"}")));
        assertEquals(ModelFault.REQUEST_MALFORMED, fault(() -> ChatMessage.of("{\"role\":\"user\",\"canary\":1,\"canary\":2}")));
        assertEquals(ModelFault.REQUEST_MALFORMED, fault(() -> ChatMessage.of("[\"canary\"]")));
        assertEquals(ModelFault.REQUEST_MALFORMED,
                fault(() -> ChatRequest.of("small", 1, ChatMessage.user("canary ".repeat(Bounds.REQUEST_BYTES / 7)))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "REQUEST_MALFORMED | ",
        "REQUEST_MALFORMED | canary",
        "REQUEST_MALFORMED | [\"canary\"]",
        "REQUEST_MALFORMED | {\"messages\":[{\"role\":\"user\"}],\"max_tokens\":1}",
        "REQUEST_MALFORMED | {\"model\":7,\"messages\":[{\"role\":\"user\"}],\"max_tokens\":1}",
        "REQUEST_MALFORMED | {\"model\":[],\"messages\":[{\"role\":\"user\"}],\"max_tokens\":1}",
        "REQUEST_MALFORMED | {\"model\":[\"a\",\"a\"],\"messages\":[{\"role\":\"user\"}],\"max_tokens\":1}",
        "REQUEST_MALFORMED | {\"model\":\"a\",\"max_tokens\":1}",
        "REQUEST_MALFORMED | {\"model\":\"a\",\"messages\":\"canary\",\"max_tokens\":1}",
        "REQUEST_MALFORMED | {\"model\":\"a\",\"messages\":[\"canary\"],\"max_tokens\":1}",
        "REQUEST_MALFORMED | {\"model\":\"a\",\"messages\":[{\"role\":\"user\"}]}",
        "REQUEST_MALFORMED | {\"model\":\"a\",\"messages\":[{\"role\":\"user\"}],\"max_tokens\":null}",
        "REQUEST_MALFORMED | {\"model\":\"a\",\"messages\":[{\"role\":\"user\"}],\"max_tokens\":1,\"max_completion_tokens\":1}",
        "REQUEST_MALFORMED | {\"model\":\"a\",\"messages\":[{\"role\":\"user\"}],\"max_tokens\":1,\"max_tokens\":1}",
        "REQUEST_MALFORMED | {\"model\":\"a\",\"messages\":[{\"role\":\"user\"}],\"max_tokens\":1,\"seed\":9007199254740993}",
        "REQUEST_MALFORMED | {\"model\":\"a\",\"messages\":[{\"role\":\"user\"}],\"max_tokens\":1,\"temperature\":\"canary\"}",
        "MEMBER_NOT_FREE | {\"model\":\"a\",\"messages\":[{\"role\":\"user\"}],\"max_tokens\":1,\"stream\":true}",
        "MEMBER_NOT_FREE | {\"model\":\"a\",\"messages\":[{\"role\":\"user\"}],\"max_tokens\":1,\"stream\":\"canary\"}",
        "MEMBER_NOT_FREE | {\"model\":\"a\",\"messages\":[{\"role\":\"user\"}],\"max_tokens\":1,\"stream_options\":{}}",
    })
    void bytes_that_are_no_such_request_are_not_read(ModelFault expected, String json) {
        assertEquals(expected, fault(() -> ChatRequest.read(Bytes.utf8(json == null ? "" : json))));
    }

    @Test
    void what_is_deep_reads_back_and_what_is_too_deep_is_not_read() {
        ChatRequest deep = PLAIN.with("tools", "[".repeat(StrictJson.DEPTH) + "]".repeat(StrictJson.DEPTH));
        assertEquals(deep, ChatRequest.read(deep.bytes()));
        String deeper = "[".repeat(StrictJson.DEPTH + 1) + "]".repeat(StrictJson.DEPTH + 1);
        assertEquals(ModelFault.REQUEST_MALFORMED, fault(() -> PLAIN.with("tools", deeper)));
        String hostile = "{\"canary\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}";
        assertEquals(ModelFault.REQUEST_MALFORMED, fault(() -> ChatRequest.read(Bytes.utf8(hostile))));
    }

    @Test
    void a_stream_that_is_declined_is_no_stream() {
        String json = "{\"max_tokens\":1,\"messages\":[{\"role\":\"user\"}],\"model\":\"a\",\"stream\":false}";
        assertEquals(Bytes.utf8(json), ChatRequest.read(Bytes.utf8(json)).bytes());
    }

    @Test
    void whatever_is_asked_no_more_bytes_are_sent_than_bound_and_they_read_back() {
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < 300; i++) {
            ChatRequest request = ChatRequest.of("m0" + letters(random), 1 + random.nextInt(9_999), ChatMessage.user(letters(random)));
            for (int more = random.nextInt(4); more > 0; more--) {
                request = request.orModel("m" + more + letters(random));
            }
            assertEquals(request, ChatRequest.read(request.bytes()));
            for (String model : request.models()) {
                Bytes sent = request.bytesFor(model).get();
                assertTrue(sent.size() <= request.bytes().size());
                ChatRequest alone = ChatRequest.read(sent);
                assertEquals(List.of(model), alone.models());
                assertEquals(request.outputTokens(), alone.outputTokens());
            }
        }
    }

    private static String letters(SplittableRandom random) {
        return random.ints(random.nextInt(20), 0, 5).collect(StringBuilder::new,
                (text, pick) -> text.append(List.of("a", "\"", "\\", "é", "😀").get(pick)), StringBuilder::append).toString();
    }

    @Test
    void nothing_of_it_is_told_by_accident() {
        ChatRequest request = ChatRequest.of("canary-model", 1, ChatMessage.user("canary")).with("user", "\"canary\"");
        assertFalse(request.toString().contains("canary"), request.toString());
        assertFalse(request.messages().toString().contains("canary"), request.messages().toString());
    }
}
