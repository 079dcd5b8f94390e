// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.command;

import dev.counterfoil.cli.output.CommandException;
import dev.counterfoil.cli.output.Console;
import dev.counterfoil.cli.output.DamageText;
import dev.counterfoil.cli.output.ExitStatus;
import dev.counterfoil.cli.spec.ProviderConfiguration;
import dev.counterfoil.cli.spec.SpecFile;
import dev.counterfoil.journal.dump.Verification;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.sqlite.SqliteCheckpointStore;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.runner.Invocation;
import dev.counterfoil.scheduler.runner.MeansSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Resumes every open invocation, from the journal alone or with the means of a spec. Confined. */
@Command(name = "recover", sortOptions = false,
        description = "Resumes every open invocation with the provider configuration stored beside its opening, or that of the spec; "
                + "a result line each. Then checks the whole journal, as verify does.")
public final class RecoverCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private RunOptions options = new RunOptions();

    @Option(names = "--spec", paramLabel = "FILE",
            description = "Specs whose providers are used; an open invocation that stands there is compared with it.")
    private List<String> specs = new ArrayList<>();

    private RecoverCommand(Console console) {
        this.console = console;
    }

    /**
     * The command with its options.
     *
     * @param console where it prints
     * @return a line to register as a subcommand
     */
    public static CommandLine line(Console console) {
        return new CommandLine(new RecoverCommand(console));
    }

    @Override
    public Integer call() {
        options.check();
        SpecFile files = new SpecFile(options.reader());
        Map<InvocationId, Invocation> given = new HashMap<>();
        specs.forEach(name -> files.read(name).forEach(invocation -> given.put(invocation.id(), invocation)));
        try (StopSignals signals = StopSignals.listening()) {
            Set<InvocationId> told = new HashSet<>();
            ExitStatus resumed = resume(signals, given, told);
            return (signals.status().isPresent() ? resumed : resumed.and(verified(signals, told))).code();
        }
    }

    private ExitStatus resume(StopSignals signals, Map<InvocationId, Invocation> given, Set<InvocationId> told) {
        MeansSource stored = ProviderConfiguration.stored(options.dispatchers());
        try (RunSession session = new RunSession(options, console, signals, this::open)) {
            List<InvocationId> open = session.runtime().openInvocations();
            Progress progress = new Progress(console, open.size());
            for (InvocationId id : open) {
                if (session.isStopping()) {
                    break;
                }
                session.run(
                        id,
                        runtime -> given.containsKey(id) ? runtime.run(given.get(id)) : StoredMeans.resume(runtime, id, stored),
                        outcome -> progress.step());
            }
            ExitStatus status = session.finish();
            progress.end();
            told.addAll(session.damaged());
            return status;
        }
    }

    /** The whole journal, what is closed too: each damage is told as {@code verify} tells it, but for what was told already. */
    private ExitStatus verified(StopSignals signals, Set<InvocationId> told) {
        JournalReading reading = new JournalReading();
        reading.journal = options.journal;
        reading.goesOn = () -> signals.status().isEmpty();
        Verification verification = new Verification((id, damage) -> {
            if (id.filter(told::contains).isEmpty()) {
                console.complain(DamageText.of(id, damage));
            }
        });
        ExitStatus status = ExitStatus.DONE;
        try {
            reading.show(Optional.empty(), JournalReading.Scope.EVERYTHING, verification, console, WalkProgress.Place.BEFORE_RESULTS);
        } catch (RuntimeException failure) {
            CommandException known = Failures.of(failure);
            console.complainAll(known.getMessage());
            status = known.status();
        }
        return status.and(reading.damage(verification.damages(), console)).and(signals.told(console));
    }

    /** It creates no journal: there would be nothing to recover. */
    private Counterfoil open(Counterfoil.Settings settings) {
        return settings.over(SqliteCheckpointStore.open(options.journal));
    }
}
