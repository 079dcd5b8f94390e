// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.model;

import dev.counterfoil.journal.canonical.CanonicalWriter;
import dev.counterfoil.journal.canonical.Json;
import dev.counterfoil.journal.canonical.JsonTree;
import java.util.Set;

/**
 * One message of a chat: an object with a {@code role} and whatever else its endpoint understands. Immutable.
 *
 * @param json the object
 */
public record ChatMessage(JsonTree.Members json) {
    private static final String CONTENT = "content";
    private static final Set<String> WRITTEN = Set.of("role", CONTENT, "name", "refusal", "tool_call_id");

    /**
     * Checks that it has a role.
     *
     * @throws ModelException where it has none
     */
    public ChatMessage {
        if (!(json.members().get("role") instanceof JsonTree.Text role) || role.value().isEmpty()) {
            throw new ModelException(ModelFault.REQUEST_MALFORMED, "a message has no role; give it one, as user");
        }
    }

    /**
     * What the model is told before everything else.
     *
     * @param text the text
     * @return the message
     * @throws IllegalArgumentException where there is a lone surrogate
     */
    public static ChatMessage system(String text) {
        return written("system", text);
    }

    /**
     * What somebody says to the model.
     *
     * @param text the text
     * @return the message
     * @throws IllegalArgumentException where there is a lone surrogate
     */
    public static ChatMessage user(String text) {
        return written("user", text);
    }

    /**
     * What the model said before.
     *
     * @param text the text
     * @return the message
     * @throws IllegalArgumentException where there is a lone surrogate
     */
    public static ChatMessage assistant(String text) {
        return written("assistant", text);
    }

    private static ChatMessage written(String role, String text) {
        return new ChatMessage(
                (JsonTree.Members) ChatJson.read(CanonicalWriter.write(Json.object().put("role", role).put(CONTENT, text).build())));
    }

    /**
     * Any message: with parts, calls of tools, or the result of one.
     *
     * @param json the object
     * @return the message
     * @throws ModelException where it is no JSON object with a role
     */
    public static ChatMessage of(String json) {
        if (ChatJson.read(json) instanceof JsonTree.Members members) {
            return new ChatMessage(members);
        }
        throw new ModelException(ModelFault.REQUEST_MALFORMED, "a message is no JSON object");
    }

    /**
     * Whether all that the model reads of it stands in it: text, no image, sound or file that is referred to, and no call of a tool, which
     * each endpoint spells in its own way.
     *
     * @return true where that is so
     */
    public boolean isText() {
        JsonTree content = json.members().get(CONTENT);
        boolean parts = content instanceof JsonTree.Elements list && list.elements().stream().allMatch(ChatMessage::isTextPart);
        return WRITTEN.containsAll(json.members().keySet()) && (content instanceof JsonTree.Text || parts);
    }

    private static boolean isTextPart(JsonTree part) {
        return part instanceof JsonTree.Members members
                && members.members().keySet().equals(Set.of("type", "text"))
                && members.members().get("type") instanceof JsonTree.Text type
                && type.value().equals("text")
                && members.members().get("text") instanceof JsonTree.Text;
    }

    /** Tells nothing of what it says. */
    @Override
    public String toString() {
        return "ChatMessage[" + json + "]";
    }
}
