// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.model;

import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.journal.record.Bytes;
import java.util.List;
import java.util.Optional;

/**
 * What a chat endpoint answered, read from the response of a settled invocation. For hosts that want the text; whoever wants more reads the
 * response by himself. Immutable.
 *
 * @param choices what was written, in order: as many as were asked for, or none
 */
public record ChatReply(List<Choice> choices) {
    private static final String CHOICES = "choices";

    /**
     * One text that was written. Immutable.
     *
     * @param text the text; empty where there is none, as where a tool is called
     * @param finish why it ends, in the endpoint's word
     */
    public record Choice(Optional<String> text, Optional<String> finish) {
        /** Tells nothing of the text. */
        @Override
        public String toString() {
            return "Choice[" + text.map(String::length).orElse(0) + " characters]";
        }
    }

    /** Copies the choices. */
    public ChatReply {
        choices = List.copyOf(choices);
    }

    /**
     * Reads a response.
     *
     * @param response the bytes
     * @return the reply; empty where it is none, or cannot be read without doubt
     */
    public static Optional<ChatReply> read(Bytes response) {
        return ReplyJson.of(response).match(new ReplyJson.Cases<>(
                read -> Optional.of(read.members()).filter(ChatReply::isOne).map(ChatReply::of),
                unreadable -> Optional.empty(),
                foreign -> Optional.empty()));
    }

    /** Whether it has a list of choices, which no error has. */
    static boolean isOne(JsonTree.Members reply) {
        return reply.members().get(CHOICES) instanceof JsonTree.Elements;
    }

    private static ChatReply of(JsonTree.Members reply) {
        JsonTree.Elements choices = (JsonTree.Elements) reply.members().get(CHOICES);
        return new ChatReply(choices.elements().stream().map(ChatReply::choice).toList());
    }

    private static Choice choice(JsonTree choice) {
        return new Choice(member(choice, "message").flatMap(message -> text(message, "content")), text(choice, "finish_reason"));
    }

    private static Optional<JsonTree> member(JsonTree in, String name) {
        return in instanceof JsonTree.Members members ? members.member(name) : Optional.empty();
    }

    private static Optional<String> text(JsonTree in, String name) {
        return member(in, name).filter(JsonTree.Text.class::isInstance).map(text -> ((JsonTree.Text) text).value());
    }

    /**
     * The text of the first choice.
     *
     * @return the text, or empty where there is none
     */
    public Optional<String> text() {
        return choices.stream().findFirst().flatMap(Choice::text);
    }
}
