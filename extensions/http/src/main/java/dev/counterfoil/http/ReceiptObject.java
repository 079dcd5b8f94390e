// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.journal.canonical.StrictJson;
import dev.counterfoil.journal.canonical.StrictJsonException;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Sha256;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What a receiver says of an operation: exactly {@code state}, {@code final}, {@code effect_id} (a number or null) and
 * {@code payload_sha256} (64 lower-case hex digits or null), each of its kind and none against another: what has no effect names none, and
 * what is absent is bound to nothing. Immutable.
 *
 * @param state the word
 * @param effectId the effect
 * @param payload digest of the payload that the key is bound to
 */
record ReceiptObject(State state, OptionalLong effectId, Optional<Sha256> payload) {
    /** Largest that is read, in bytes. */
    static final int BYTES = 16 << 10;

    private static final Set<String> MEMBERS = Set.of("state", "final", "effect_id", "payload_sha256");

    /** The words. */
    enum State {
        ABSENT,
        PENDING,
        COMPLETED,
        REJECTED,
        CONFLICT,
        EXPIRED,
        CLOSED;

        static Optional<State> of(String word) {
            return Arrays.stream(values()).filter(each -> each.name().toLowerCase(Locale.ROOT).equals(word)).findFirst();
        }

        /** Whether it may be said with this finality; of a conflict either is. */
        boolean fits(boolean last) {
            return this == CONFLICT || last == (this != ABSENT && this != PENDING);
        }

        /** Whether it may name an effect. */
        boolean mayHaveAnEffect() {
            return this == COMPLETED || this == EXPIRED || this == CONFLICT;
        }
    }

    /** Reads one; empty where it is anything else. */
    static Optional<ReceiptObject> read(Bytes body) {
        try {
            return StrictJson.read(body.toArray(), BYTES) instanceof JsonTree.Members members
                    && members.members().keySet().equals(MEMBERS) ? read(members) : Optional.empty();
        } catch (StrictJsonException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Optional<ReceiptObject> read(JsonTree.Members members) {
        Optional<State> state = text(members, "state").flatMap(State::of);
        OptionalLong effect = number(members);
        boolean sound = members.members().get("final") instanceof JsonTree.Truth last
                && state.filter(each -> each.fits(last.value())).isPresent()
                && isNullOr(members, "effect_id", effect.isPresent() && effect.getAsLong() >= 0 && state.get().mayHaveAnEffect())
                && isNullOr(members, "payload_sha256", digest(members).isPresent() && state.get() != State.ABSENT);
        return sound ? Optional.of(new ReceiptObject(state.get(), effect, digest(members))) : Optional.empty();
    }

    private static boolean isNullOr(JsonTree.Members members, String name, boolean sound) {
        return sound || members.members().get(name) instanceof JsonTree.Null;
    }

    private static Optional<String> text(JsonTree.Members members, String name) {
        return members.members().get(name) instanceof JsonTree.Text text ? Optional.of(text.value()) : Optional.empty();
    }

    private static OptionalLong number(JsonTree.Members members) {
        return members.members().get("effect_id") instanceof JsonTree.Numeral number ? number.whole() : OptionalLong.empty();
    }

    private static Optional<Sha256> digest(JsonTree.Members members) {
        return text(members, "payload_sha256").filter(hex -> hex.matches("[0-9a-f]{64}")).map(Sha256::ofHex);
    }
}
