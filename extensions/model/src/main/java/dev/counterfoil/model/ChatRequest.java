// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.model;

import dev.counterfoil.journal.canonical.CanonicalWriter;
import dev.counterfoil.journal.canonical.Json;
import dev.counterfoil.journal.canonical.JsonPlace;
import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.journal.canonical.StrictJson;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Bytes;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What a chat endpoint is asked: which models may answer, the messages, and how much may be written at most. Immutable.
 *
 * <p>Its bytes are canonical, so the same request has the same digest. Where one model may answer they are what is sent. Where several may,
 * {@code model} is the list of them in these bytes, and what is sent to an endpoint has the one name in its place: it is never longer than
 * what an attempt is charged for, and no model can be called that the request does not name.
 *
 * <p>It always says how much may be written: without that no attempt can be charged before it is made. It never asks for a stream.
 */
public final class ChatRequest {
    private static final String MODEL = "model";
    private static final String MESSAGES = "messages";
    private static final String TEMPERATURE = "temperature";
    private static final String STREAM = "stream";
    private static final String CHOICES = "n";
    private static final Set<String> OURS = Set.of(
            MODEL, MESSAGES, TEMPERATURE, STREAM, "stream_options", OutputMember.MAX_TOKENS.code(),
            OutputMember.MAX_COMPLETION_TOKENS.code());

    /** Members that are known to add nothing to what a model reads. */
    private static final Set<String> ADD_NOTHING = Set.of(
            MODEL, MESSAGES, TEMPERATURE, STREAM, OutputMember.MAX_TOKENS.code(), OutputMember.MAX_COMPLETION_TOKENS.code(), CHOICES,
            "frequency_penalty", "logit_bias", "logprobs", "metadata", "presence_penalty", "reasoning_effort", "seed", "service_tier",
            "stop", "store", "top_k", "top_logprobs", "top_p", "user");

    private final JsonTree.Members json;
    private final Bytes bytes;
    private final List<String> models;
    private final List<ChatMessage> messages;
    private final long maxOutputTokens;
    private final long outputTokens;

    private ChatRequest(JsonTree.Members json) {
        this.json = json;
        bytes = Bytes.of(ChatJson.write(json));
        models = modelsOf(json);
        messages = messagesOf(json);
        maxOutputTokens = maxOutputTokensOf(json);
        outputTokens = times(maxOutputTokens, choicesOf(json));
        if (streams(json) || has(json, "stream_options")) {
            throw new ModelException(ModelFault.MEMBER_NOT_FREE, "it asks for a stream; a reply comes whole here");
        }
        if (has(json, TEMPERATURE) && !(json.members().get(TEMPERATURE) instanceof JsonTree.Numeral)) {
            throw malformed("temperature is no number");
        }
    }

    /**
     * A request.
     *
     * @param model the model that is to answer, by the name that its endpoint knows it by
     * @param maxOutputTokens most tokens that it may write for a choice, 1 or more
     * @param messages the messages, one at least
     * @return the request
     * @throws ModelException where it cannot be made
     */
    public static ChatRequest of(String model, long maxOutputTokens, ChatMessage... messages) {
        Json.Members frame = Json.object()
                .put(MODEL, model)
                .put(MESSAGES, Json.array())
                .put(OutputMember.MAX_TOKENS.code(), Bounds.amount("max_output_tokens", maxOutputTokens))
                .build();
        JsonTree.Members read = (JsonTree.Members) ChatJson.read(CanonicalWriter.write(frame));
        List<JsonTree> said = Stream.of(messages).<JsonTree>map(ChatMessage::json).toList();
        return new ChatRequest(with(read, MESSAGES, new JsonTree.Elements(place(), said)));
    }

    /**
     * Reads a request that stands somewhere, as in a journal.
     *
     * @param bytes the bytes
     * @return the request
     * @throws ModelException where it is none that could be made here
     */
    public static ChatRequest read(Bytes bytes) {
        if (ChatJson.read(bytes.toArray(), StrictJson.DEEPEST) instanceof JsonTree.Members members) {
            return new ChatRequest(members);
        }
        throw malformed("it is no JSON object");
    }

    /**
     * With another model that may answer, behind those there are.
     *
     * @param model its name
     * @return a new request
     * @throws ModelException where it may answer already, or there are too many
     */
    public ChatRequest orModel(String model) {
        List<JsonTree> names =
                Stream.concat(models.stream(), Stream.of(model)).<JsonTree>map(name -> new JsonTree.Text(place(), name)).toList();
        return new ChatRequest(with(json, MODEL, new JsonTree.Elements(place(), names)));
    }

    /**
     * With a temperature.
     *
     * @param temperature the temperature
     * @return a new request
     */
    public ChatRequest temperature(BigDecimal temperature) {
        return new ChatRequest(with(json, TEMPERATURE, new JsonTree.Numeral(place(), temperature.toString())));
    }

    /**
     * With another name for how much may be written.
     *
     * @param name the name
     * @return a new request
     */
    public ChatRequest named(OutputMember name) {
        Map<String, JsonTree> members = new TreeMap<>(json.members());
        JsonTree most = Stream.of(OutputMember.values()).flatMap(each -> Stream.ofNullable(members.remove(each.code()))).toList().get(0);
        members.put(name.code(), most);
        return new ChatRequest(new JsonTree.Members(place(), members));
    }

    /**
     * With one more member.
     *
     * @param name its name; not one that has a method here, and none that asks for a stream
     * @param value its value, JSON
     * @return a new request
     * @throws ModelException where it cannot be given so
     */
    public ChatRequest with(String name, String value) {
        if (OURS.contains(name) || has(json, name)) {
            throw new ModelException(ModelFault.MEMBER_NOT_FREE, "a member is given twice, or has a method of its own");
        }
        Bounds.utf8Length("a member name", name);
        return new ChatRequest(with(json, name, ChatJson.read(value)));
    }

    /**
     * The models that may answer.
     *
     * @return their names, in order
     */
    public List<String> models() {
        return models;
    }

    /**
     * The messages.
     *
     * @return the messages, in order
     */
    public List<ChatMessage> messages() {
        return messages;
    }

    /**
     * How much may be written for one choice.
     *
     * @return tokens
     */
    public long maxOutputTokens() {
        return maxOutputTokens;
    }

    /**
     * How much may be written in all: for each of the {@code n} choices that are asked for.
     *
     * @return tokens
     */
    public long outputTokens() {
        return outputTokens;
    }

    /**
     * What is bound to an invocation, and charged.
     *
     * @return canonical bytes
     */
    public Bytes bytes() {
        return bytes;
    }

    /**
     * What is sent to the endpoint of a model.
     *
     * @param model its name
     * @return canonical bytes, no more than {@link #bytes()}; empty where the request does not ask for this model
     */
    public Optional<Bytes> bytesFor(String model) {
        if (!models.contains(model)) {
            return Optional.empty();
        }
        return Optional.of(Bytes.of(ChatJson.write(with(json, MODEL, new JsonTree.Text(place(), model)))));
    }

    /**
     * Whether all that a model reads stands in it, as far as is known: text only, and no member besides that may add something, as the
     * description of tools or a search does.
     *
     * @return true where that is so
     */
    public boolean isText() {
        return ADD_NOTHING.containsAll(json.members().keySet()) && messages.stream().allMatch(ChatMessage::isText);
    }

    private static List<String> modelsOf(JsonTree.Members json) {
        JsonTree model = json.members().get(MODEL);
        List<JsonTree> names = model instanceof JsonTree.Elements list ? list.elements() : model == null ? List.of() : List.of(model);
        List<String> models = names.stream()
                .map(ChatRequest::modelName)
                .toList();
        if (models.isEmpty() || models.size() > Bounds.PROVIDERS || Set.copyOf(models).size() < models.size()) {
            throw malformed("it must name 1 to " + Bounds.PROVIDERS + " models, none twice");
        }
        return models;
    }

    private static String modelName(JsonTree name) {
        try {
            return Bounds.name(MODEL, name instanceof JsonTree.Text text ? text.value() : "");
        } catch (IllegalArgumentException e) {
            throw malformed(e.getMessage());
        }
    }

    private static List<ChatMessage> messagesOf(JsonTree.Members json) {
        List<JsonTree> said = json.members().get(MESSAGES) instanceof JsonTree.Elements list ? list.elements() : List.of();
        if (said.isEmpty()) {
            throw malformed("it has no messages; give it one");
        }
        return said.stream()
                .map(each -> each instanceof JsonTree.Members message ? message : new JsonTree.Members(place(), Map.of()))
                .map(ChatMessage::new)
                .toList();
    }

    private static long maxOutputTokensOf(JsonTree.Members json) {
        List<String> given = Arrays.stream(OutputMember.values()).map(OutputMember::code).filter(name -> has(json, name)).toList();
        if (given.size() != 1) {
            throw malformed("it must say how much may be written, once: max_tokens or max_completion_tokens");
        }
        return count(json, given.get(0));
    }

    private static long choicesOf(JsonTree.Members json) {
        return has(json, CHOICES) ? count(json, CHOICES) : 1;
    }

    private static boolean streams(JsonTree.Members json) {
        return has(json, STREAM) && !(json.members().get(STREAM) instanceof JsonTree.Truth stream && !stream.value());
    }

    private static long count(JsonTree.Members json, String name) {
        OptionalLong count = json.members().get(name) instanceof JsonTree.Numeral number ? number.whole() : OptionalLong.empty();
        if (count.isEmpty() || count.getAsLong() < 1 || count.getAsLong() > Bounds.INTEGER) {
            throw malformed(name + " must be a whole number, 1 to " + Bounds.INTEGER);
        }
        return count.getAsLong();
    }

    private static long times(long tokens, long choices) {
        if (tokens > Bounds.INTEGER / choices) {
            throw new ModelException(ModelFault.QUOTE_TOO_LARGE, "all choices together may have more tokens than " + Bounds.INTEGER);
        }
        return tokens * choices;
    }

    private static boolean has(JsonTree.Members json, String name) {
        return json.members().containsKey(name);
    }

    private static JsonTree.Members with(JsonTree.Members json, String name, JsonTree value) {
        Map<String, JsonTree> members = new TreeMap<>(json.members());
        members.put(name, value);
        return new JsonTree.Members(place(), members);
    }

    private static JsonPlace place() {
        return JsonPlace.root(1);
    }

    private static ModelException malformed(String detail) {
        return new ModelException(ModelFault.REQUEST_MALFORMED, detail);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ChatRequest request && bytes.equals(request.bytes);
    }

    @Override
    public int hashCode() {
        return bytes.hashCode();
    }

    /** Tells nothing of what it says. */
    @Override
    public String toString() {
        return "ChatRequest[" + models.size() + " models, " + messages.size() + " messages, " + bytes.size() + " bytes]";
    }
}
