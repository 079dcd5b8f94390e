// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.output;

import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.scheduler.runner.InvocationResult;
import dev.counterfoil.scheduler.runner.RunOutcome;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How a run of one invocation ended, as exit status and as the line for stderr {@code ID: code, what to do}. Immutable.
 *
 * @param status the exit status
 * @param line the line; empty where all is well
 */
public record OutcomeLine(ExitStatus status, Optional<String> line) {
    /**
     * Reads an outcome.
     *
     * @param outcome how the run ended
     * @param journal the journal's file, as it was given
     * @param stopping the status of the signal that stopped the process, where one did
     * @return status and line
     */
    public static OutcomeLine of(RunOutcome outcome, Path journal, Optional<ExitStatus> stopping) {
        String id = outcome.invocation().value() + ": ";
        if (outcome instanceof RunOutcome.Concluded concluded) {
            return result(id, concluded.result(), journal);
        }
        if (outcome instanceof RunOutcome.Conflicting conflicting) {
            return no(ExitStatus.CONFLICT, id + "conflict, " + conflicting.conflict() + "; use the first content, or another id");
        }
        if (outcome instanceof RunOutcome.Unknown) {
            return no(ExitStatus.CONFLICT, id + "unknown, no such invocation in this journal; check the id");
        }
        if (outcome instanceof RunOutcome.Pruned pruned) {
            return no(ExitStatus.CONFLICT, PrunedText.of(pruned.tombstone()));
        }
        if (outcome instanceof RunOutcome.LeftOpen) {
            return no(stopping.orElse(ExitStatus.UNAVAILABLE), id + "left_open, the process was told to stop; run it again to go on");
        }
        return unavailable(id, outcome);
    }

    private static OutcomeLine unavailable(String id, RunOutcome outcome) {
        String line;
        if (outcome instanceof RunOutcome.OwnedElsewhere owned) {
            line = "owned_elsewhere, "
                    + owned.owner().map(beat -> "by a living process").orElse("this process was silent for too long and lost it")
                    + owned.response().map(bytes -> "; the provider answered" + described(bytes)).orElse("")
                    + owned.owner().map(beat -> "; wait for its end, or give a longer --wait").orElse("; run it again to go on");
        } else if (outcome instanceof RunOutcome.ProvidersUnknown) {
            line = "providers_unknown, the next step needs a provider and none is stored; give --spec";
        } else if (outcome instanceof RunOutcome.NotStarted not) {
            line = "not_started, nothing was sent: " + not.cause();
        } else if (outcome instanceof RunOutcome.OutcomeNotDurable answered) {
            line = "outcome_not_durable, the provider answered"
                    + answered.response().map(OutcomeLine::described).orElse("") + " and the journal does not hold it: " + answered.cause();
        } else if (outcome instanceof RunOutcome.Unavailable unavailable) {
            line = "unavailable, " + unavailable.cause()
                    + unavailable.response().map(bytes -> "; the provider answered" + described(bytes)).orElse("");
        } else {
            throw new IllegalStateException("an outcome without a line: " + outcome.getClass().getSimpleName());
        }
        return no(ExitStatus.UNAVAILABLE, id + line);
    }

    private static OutcomeLine result(String id, InvocationResult result, Path journal) {
        return switch (result.status()) {
            case SETTLED -> new OutcomeLine(ExitStatus.DONE, Optional.empty());
            case STOPPED -> no(ExitStatus.STOPPED, id + "stopped, " + result.reason() + last(result)
                    + "; see the result line for what is known of it");
            case UNCERTAIN -> no(ExitStatus.UNCERTAIN, id + "uncertain, " + result.reason() + last(result)
                    + "; find out what happened to attempt " + (result.attempts() - 1) + ", then: "
                    + ReconcileLine.of(journal, result.invocation(), result.attempts() - 1));
        };
    }

    private static String last(InvocationResult result) {
        return result.lastOutcome().map(outcome -> " (attempt " + outcome.ordinal() + ": " + outcome.outcomeClass().code()
                + outcome.reason().map(reason -> ", " + reason.code()).orElse("") + ")").orElse("");
    }

    private static String described(Bytes response) {
        return " (" + response.size() + " bytes, sha256 " + response.content().sha256() + ")";
    }

    private static OutcomeLine no(ExitStatus status, String line) {
        return new OutcomeLine(status, Optional.of(line));
    }
}
