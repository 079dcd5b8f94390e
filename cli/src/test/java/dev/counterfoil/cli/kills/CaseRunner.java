// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills;

import dev.counterfoil.cli.kills.CommandProcess.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Runs a case: a kill a run, each time by {@code run} or {@code recover}; then one undisturbed run, and the same once more. Confined.
 */
final class CaseRunner implements AutoCloseable {
    private final KillCase of;
    private final Path directory;
    private final Path journal;
    private final Path spec;
    private final Pauses pauses;
    private final Random random;
    private final KillTally tally;
    private final List<Ran> before = new ArrayList<>();
    private final List<CommandProcess> started = new ArrayList<>();
    private final List<Orphan> orphans = new ArrayList<>();

    /** Something between the killed runs and the last one: for plants. */
    interface Meanwhile {
        Meanwhile NOTHING = directory -> { };

        void happens(Path directory) throws IOException;
    }

    /** A paused provider whose JVM is dead; it goes on after so many more runs. */
    private record Orphan(int afterRuns) { }

    private CaseRunner(KillCase of, Path parent, KillTally tally) throws IOException, InterruptedException {
        this.of = of;
        this.tally = tally;
        this.random = new Random(of.seed());
        this.directory = Files.createDirectories(parent.resolve(of.name()));
        this.journal = directory.resolve("j.db");
        Path script = ScriptedProvider.installed(directory);
        this.spec = Files.writeString(directory.resolve("spec.jsonl"), of.spec(directory, script));
        this.pauses = new Pauses(directory);
    }

    /**
     * Runs it.
     *
     * @param of the case
     * @param parent where it makes a directory of its own
     * @param tally counts what happens
     */
    static Observation run(KillCase of, Path parent, KillTally tally) throws IOException, InterruptedException {
        return run(of, parent, tally, Meanwhile.NOTHING);
    }

    static Observation run(KillCase of, Path parent, KillTally tally, Meanwhile meanwhile) throws IOException, InterruptedException {
        try (CaseRunner runner = new CaseRunner(of, parent, tally)) {
            return runner.run(meanwhile);
        }
    }

    private Observation run(Meanwhile meanwhile) throws IOException, InterruptedException {
        for (KillCase.Kill kill : of.kills()) {
            boolean recovers = Files.exists(journal) && kill.kind() != KillKind.AFTER_OPENED && random.nextInt(3) == 0;
            boolean died = killed(kill, recovers ? recoverArguments() : runArguments());
            orphansGoOn(before.size());
            intact();
            if (!died && !recovers) {
                // Everything came to its end: there is nothing left to kill.
                break;
            }
        }
        meanwhile.happens(directory);
        if (random.nextInt(4) == 0 && Files.exists(journal)) {
            before.add(undisturbed(recoverArguments()));
        }
        orphansGoOn(Integer.MAX_VALUE);
        return concluded(undisturbed(runArguments()));
    }

    private Observation concluded(Ran last) throws IOException, InterruptedException {
        List<String> begun = book("begun");
        Ran again = undisturbed(runArguments());
        started.forEach(CommandProcess::close);
        Observation seen =
                new Observation(of, before, last, again, begun, book("begun"), book("effects"), ReadJournal.of(journal));
        tally.count(seen);
        return seen;
    }

    private List<String> book(String name) throws IOException {
        return Files.readAllLines(directory.resolve(name));
    }

    private List<String> runArguments() {
        return List.of("run", "--journal", journal.toString(), "--spec", spec.toString(), "--events", "--parallel", parallel());
    }

    private List<String> recoverArguments() {
        return List.of("recover", "--journal", journal.toString(), "--events", "--parallel", parallel());
    }

    private String parallel() {
        return Integer.toString(of.parallel());
    }

    /**
     * Two processes at once for the same spec and journal, then one undisturbed run.
     *
     * @param of the case; its kills are left out
     */
    static Observation race(KillCase of, Path parent, KillTally tally) throws IOException, InterruptedException {
        try (CaseRunner runner = new CaseRunner(of, parent, tally)) {
            return runner.race();
        }
    }

    private Observation race() throws IOException, InterruptedException {
        List<String> patient = new ArrayList<>(runArguments());
        patient.addAll(List.of("--wait", "120s"));
        CommandProcess one = started(patient);
        CommandProcess other = started(patient);
        before.add(other.await());
        return concluded(one.await());
    }

    private CommandProcess started(List<String> arguments) throws IOException {
        tally.run();
        CommandProcess process = CommandProcess.start(directory, arguments, line -> { });
        started.add(process);
        return process;
    }

    private Ran undisturbed(List<String> arguments) throws IOException, InterruptedException {
        return started(arguments).await();
    }

    /** What is on disk right after a kill is whole, before anything recovers it. */
    private void intact() {
        if (Files.exists(journal)) {
            List<String> damages = ReadJournal.of(journal).damages();
            if (!damages.isEmpty()) {
                throw new AssertionError(of + ": damaged by a kill: " + damages);
            }
        }
    }

    private void orphansGoOn(int runs) throws IOException {
        for (Orphan orphan : List.copyOf(orphans)) {
            if (orphan.afterRuns() <= runs) {
                pauses.goOn();
                orphans.remove(orphan);
            }
        }
    }

    private boolean killed(KillCase.Kill kill, List<String> arguments) throws IOException, InterruptedException {
        tally.run();
        KillTrigger trigger = new KillTrigger(kill, pauses);
        CommandProcess process = CommandProcess.start(directory, trigger.under(), arguments, trigger::line);
        started.add(process);
        boolean died = trigger.pulled(process);
        if (trigger.isPausedAlive()) {
            orphans.add(new Orphan(before.size() + 1 + random.nextInt(2)));
        }
        before.add(process.await());
        if (died) {
            tally.kill(kill);
        } else {
            tally.missed();
        }
        return died;
    }

    @Override
    public void close() throws IOException {
        started.forEach(CommandProcess::close);
        pauses.close();
    }
}
