// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.output;

import dev.counterfoil.journal.record.Damage;
import dev.counterfoil.journal.record.InvocationId;
import java.util.Optional;

/** A damage for a person, on one line. Pure; thread-safe. */
public final class DamageText {
    private DamageText() {}

    /**
     * A damage in words.
     *
     * @param id the invocation; empty for the anchor and the file
     * @param damage what is wrong
     * @return one line
     */
    public static String of(Optional<InvocationId> id, Damage damage) {
        return id.map(InvocationId::value).orElse("the journal as a whole") + ": " + damage.reason().code() + " at " + damage.where()
                + damage.expected().map(text -> ", expected " + text).orElse("")
                + damage.found().map(text -> ", found " + text).orElse("");
    }
}
