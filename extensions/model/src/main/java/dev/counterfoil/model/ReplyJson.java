// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.model;

import dev.counterfoil.journal.canonical.JsonFault;
import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.journal.canonical.StrictJson;
import dev.counterfoil.journal.canonical.StrictJsonException;
import dev.counterfoil.journal.record.Bytes;
import java.util.Set;
import java.util.function.Function;

/** A reply's body as far as it can be read. Immutable. */
sealed interface ReplyJson {
    /** What to do with each. */
    record Cases<T>(Function<Read, T> read, Function<Unreadable, T> unreadable, Function<Foreign, T> foreign) {}

    /** It is an object. */
    record Read(JsonTree.Members members) implements ReplyJson {}

    /** It may be one, but two readers might read it differently, or it is over a bound of ours. */
    record Unreadable(JsonFault fault) implements ReplyJson {}

    /** It is no JSON object. */
    record Foreign() implements ReplyJson {}

    /** Largest body that is read: a tree has many times the bytes of its text. */
    int BYTES = 16 << 20;

    /** Faults of what is no JSON at all. */
    Set<JsonFault> NO_JSON = Set.of(
            JsonFault.EMPTY, JsonFault.BYTE_ORDER_MARK, JsonFault.INVALID_UTF8, JsonFault.SYNTAX, JsonFault.TRAILING_CONTENT);

    static ReplyJson of(Bytes body) {
        try {
            return StrictJson.read(body.toArray(), BYTES, 1, StrictJson.DEEPEST) instanceof JsonTree.Members members
                    ? new Read(members)
                    : new Foreign();
        } catch (StrictJsonException e) {
            return NO_JSON.contains(e.fault()) ? new Foreign() : new Unreadable(e.fault());
        }
    }

    default <T> T match(Cases<T> cases) {
        if (this instanceof Read read) {
            return cases.read().apply(read);
        }
        return this instanceof Unreadable unreadable ? cases.unreadable().apply(unreadable) : cases.foreign().apply((Foreign) this);
    }
}
