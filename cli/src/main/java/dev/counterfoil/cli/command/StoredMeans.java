// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Opening;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.runner.Means;
import dev.counterfoil.scheduler.runner.MeansSource;
import dev.counterfoil.scheduler.runner.RunOutcome;
import java.util.Optional;

/**
 * The means of one invocation that is resumed from the journal. Where the environment lacks what its providers refer to, what needs no
 * provider is finished all the same, and only what needs one is refused for it. Confined.
 */
final class StoredMeans implements MeansSource {
    private final MeansSource stored;
    private Optional<String> lacking = Optional.empty();

    private StoredMeans(MeansSource stored) {
        this.stored = stored;
    }

    /**
     * Resumes an invocation.
     *
     * @param stored reads what is stored beside its opening
     * @throws CommandException where it needs a provider that the environment lacks something for
     */
    static RunOutcome resume(Counterfoil runtime, InvocationId id, MeansSource stored) {
        StoredMeans means = new StoredMeans(stored);
        RunOutcome outcome = runtime.resume(id, means);
        if (outcome instanceof RunOutcome.ProvidersUnknown && means.lacking.isPresent()) {
            throw CommandException.usage(means.lacking.get());
        }
        return outcome;
    }

    @Override
    public Optional<Means> meansFor(InvocationId invocation, Opening opening, Optional<Bytes> configuration) {
        try {
            Optional<Means> found = stored.meansFor(invocation, opening, configuration);
            found.ifPresent(Means::prepare);
            return found;
        } catch (CommandException missing) {
            lacking = Optional.of(String.valueOf(missing.getMessage()));
            return Optional.empty();
        }
    }
}
