// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.batch;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.journal.record.InvocationId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What the world outside remembers of one journal. Confined. */
public final class Memory {
    private final Map<InvocationId, List<Acknowledgement>> acknowledged = new HashMap<>();
    private final Map<InvocationId, Set<Integer>> effects = new HashMap<>();
    private long lines;
    private long happened;

    /**
     * Adds a line of stdout.
     *
     * @param utf8 the line without its end
     * @throws CommandException where it cannot be understood
     */
    public void printed(byte[] utf8) {
        lines++;
        try {
            Acknowledgement.read(utf8).ifPresent(
                    each -> acknowledged.computeIfAbsent(each.invocation(), id -> new ArrayList<>()).add(each));
        } catch (CommandException e) {
            throw CommandException.usage("acks line " + lines + ": " + e.getMessage());
        }
    }

    /**
     * Adds a line of effects.
     *
     * @param utf8 the line without its end
     * @throws CommandException where it cannot be understood, or the effect happened before: an intent is dispatched once
     */
    public void happened(byte[] utf8) {
        happened++;
        Effect effect;
        try {
            effect = Effect.parse(new String(utf8, StandardCharsets.UTF_8));
        } catch (CommandException e) {
            throw CommandException.usage("effects line " + happened + ": " + e.getMessage());
        }
        if (!effects.computeIfAbsent(effect.invocation(), id -> new HashSet<>()).add(effect.ordinal())) {
            throw CommandException.usage(effect.invocation() + ": the effect of attempt " + effect.ordinal() + " happened twice");
        }
    }

    /** What was promised about an invocation. */
    List<Acknowledgement> acknowledged(InvocationId id) {
        return acknowledged.getOrDefault(id, List.of());
    }

    /** The attempts of an invocation that had an effect. */
    Set<Integer> effectsOf(InvocationId id) {
        return new TreeSet<>(effects.getOrDefault(id, Set.of()));
    }

    /**
     * Whether nothing was promised and nothing happened.
     *
     * @return true where a journal need not be there
     */
    public boolean isEmpty() {
        return acknowledged.isEmpty() && effects.isEmpty();
    }

    /** Every invocation of which something is remembered, in the order of their names. */
    Set<InvocationId> invocations() {
        Set<InvocationId> all = new TreeSet<>(acknowledged.keySet());
        all.addAll(effects.keySet());
        return all;
    }
}
