// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.spec.CommandForm;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.scheduler.runner.RunOutcome;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;

/** The options of {@code run -- CMD}: each stands for a member of a spec. Confined. */
final class CommandOptions {
    private static final String[][] WORDS = {
        {"id", "ID", "The invocation's name: the same name is the same invocation, for ever."},
        {"deadline", "D", "How long it may take, from its first opening."},
        {"deadline-at", "INSTANT", "When it is too late, as RFC 3339 has it."},
        {"attempt-timeout", "D", "How long one attempt may take."},
        {"contract", "C", "read_only, receiver_idempotent or non_idempotent (default)."},
        {"scope", "S", "Where the operation key means something."},
        {"key", "K", "The operation key, the same on every attempt."},
        {"doubt", "P", "strict (default), reconcile or redeliver."},
        {"rejected-exit", "N[,N]", "Exit codes that say: turned away before any work."},
        {"retryable-exit", "N[,N]", "Exit codes that say: nothing done, try again."},
        {"permanent-exit", "N[,N]", "Exit codes that say: nothing done, useless to try again."},
        {"backoff", "KIND", "none, fixed, linear, exponential (default) or decorrelated."},
        {"backoff-initial", "D", "First wait; 100ms by default."},
        {"backoff-max", "D", "Greatest wait of our own; 30s by default."},
        {"backoff-factor", "F", "Growth; 2 by default."},
        {"jitter", "J", "none, full (default) or equal."},
    };

    private final Map<String, String> given = new HashMap<>();
    private Optional<String> input = Optional.empty();
    private Optional<String> responseTo = Optional.empty();

    /** Declares the options. */
    void addTo(CommandSpec command) {
        for (String[] word : WORDS) {
            command.addOption(option(word[0], word[1], word[2], value -> given.put(word[0], value)));
        }
        for (Dimension dimension : Dimension.values()) {
            String name = CommandForm.option(dimension);
            String otherwise = dimension == Dimension.MAX_CALLS ? "1" : "unbounded";
            command.addOption(option(name, "N", "The limit " + dimension.code() + "; " + otherwise + " by default.",
                    value -> given.put(name, value)));
        }
        command.addOption(option("input", "FILE|-", "What the command reads on stdin; nothing by default.",
                value -> input = Optional.of(value)));
        command.addOption(option("response-to", "FILE", "Where the response is written too, byte for byte.",
                value -> responseTo = Optional.of(value)));
    }

    /** The library sets every option to null before it reads the arguments. */
    private static OptionSpec option(String name, String label, String description, Consumer<String> setter) {
        return OptionSpec.builder("--" + name).paramLabel(label).type(String.class).description(description).setter(new ISetter() {
            @Override
            public <T> T set(T value) {
                if (value instanceof String text) {
                    setter.accept(text);
                }
                return value;
            }
        }).build();
    }

    /** The options that stand for members of the spec, with their values. */
    Map<String, String> given() {
        return given;
    }

    Optional<String> input() {
        return input;
    }

    /** Whether an option was given that makes sense for one command only. */
    boolean isForOne() {
        return input.isPresent() || responseTo.isPresent();
    }

    /** Refuses a place that must not or could not be written, before anything is opened or sent. */
    void checkResponseFile(Path journal) {
        responseTo.map(ResponseFile::named).ifPresent(file -> file.check(journal, input));
    }

    /** Writes the response, where there is one. */
    void keepResponse(RunOutcome outcome) {
        responseTo.map(ResponseFile::named).ifPresent(file -> response(outcome).ifPresent(file::write));
    }

    private static Optional<Bytes> response(RunOutcome outcome) {
        if (outcome instanceof RunOutcome.Concluded concluded) {
            return concluded.result().response();
        }
        if (outcome instanceof RunOutcome.OutcomeNotDurable answered) {
            return answered.response();
        }
        if (outcome instanceof RunOutcome.OwnedElsewhere owned) {
            return owned.response();
        }
        return outcome instanceof RunOutcome.Unavailable unavailable ? unavailable.response() : Optional.empty();
    }
}
