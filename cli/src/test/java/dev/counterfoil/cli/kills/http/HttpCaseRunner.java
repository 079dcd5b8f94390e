// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.kills.http;

import dev.counterfoil.cli.Cli;
import dev.counterfoil.cli.Inside;
import dev.counterfoil.cli.kills.CommandProcess;
import dev.counterfoil.cli.kills.CommandProcess.Ran;
import dev.counterfoil.cli.kills.Line;
import dev.counterfoil.cli.kills.ReadJournal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Runs a case: commands in processes of their own are killed, and the receiver with them or without; then, with the receiver alive, it
 * recovers until nothing changes, lets late deliveries arrive, recovers again, runs once more undisturbed and then the same again. What is
 * not to be killed runs in this process. Confined.
 */
final class HttpCaseRunner implements AutoCloseable {
    /** So many recoveries come to rest at the latest. */
    private static final int RECOVERIES = 5;

    private final HttpKillCase of;
    private final HttpRoom room;
    private final HttpTally tally;
    private final Path directory;
    private final Path journal;
    private final Path spec;
    private final Random random;
    private final List<Ran> before = new ArrayList<>();
    private final List<Set<String>> doubts = new ArrayList<>();
    private final List<CommandProcess> started = new ArrayList<>();
    private final List<Halt> halts = new ArrayList<>();
    private final List<Halt> late = new ArrayList<>();
    private volatile HttpTrigger trigger;

    private HttpCaseRunner(HttpKillCase of, HttpRoom room, Tampering tampering, HttpTally tally) throws IOException {
        this.of = of;
        this.room = room;
        this.tally = tally;
        this.random = new Random(of.seed());
        this.directory = Files.createDirectories(room.directory().resolve(of.name()));
        this.journal = directory.resolve("j.db");
        this.spec = Files.writeString(directory.resolve("spec.jsonl"), of.spec(room.wire().address()));
        room.wire().begin(tampering);
    }

    /** Something between the commands that are killed and the recovery: for plants. */
    interface Meanwhile {
        Meanwhile NOTHING = directory -> { };

        void happens(Path directory) throws IOException, InterruptedException;
    }

    static HttpObservation run(HttpKillCase of, HttpRoom room, HttpTally tally) throws IOException, InterruptedException {
        return run(of, room, Tampering.NONE, Meanwhile.NOTHING, tally);
    }

    static HttpObservation run(HttpKillCase of, HttpRoom room, Tampering tampering, Meanwhile meanwhile, HttpTally tally)
            throws IOException, InterruptedException {
        try (HttpCaseRunner runner = new HttpCaseRunner(of, room, tampering, tally)) {
            return runner.run(meanwhile);
        }
    }

    private HttpObservation run(Meanwhile meanwhile) throws IOException, InterruptedException {
        Deque<HttpKill> left = new ArrayDeque<>(of.kills());
        while (!left.isEmpty() && !isAllClosed()) {
            command(left);
        }
        meanwhile.happens(directory);
        boolean isAtRest = recovered();
        if (!late.isEmpty()) {
            late.forEach(halt -> halt.goOn(Aftermath.CARRIED));
            room.wire().settle();
            isAtRest = recovered() && isAtRest;
        }
        Ran last = undisturbed("run", "--spec", spec.toString());
        List<Sent> sent = room.wire().sent();
        Ran again = undisturbed("run", "--spec", spec.toString());
        HttpObservation seen = new HttpObservation(of, before, last, again, sent, room.wire().sent(), doubts, ledgers(), isAtRest,
                ReadJournal.of(journal));
        tally.count(seen);
        return seen;
    }

    private boolean isAllClosed() {
        return !before.isEmpty() && before.get(before.size() - 1).results().size() == of.plans().size()
                && before.get(before.size() - 1).results().stream().noneMatch(line -> line.is("status", "uncertain"));
    }

    /** One command, and as many kills as it takes to end it. */
    private void command(Deque<HttpKill> left) throws IOException, InterruptedException {
        boolean isRecovering = Files.exists(journal) && random.nextBoolean();
        trigger = armed(left.remove());
        tally.command();
        CommandProcess process = CommandProcess.start(directory, arguments(isRecovering), line -> trigger.line(line));
        started.add(process);
        boolean isAlive = true;
        while (isAlive) {
            boolean came = trigger.came(process);
            if (came) {
                pull(process);
                tally.kill(trigger.kill(), isRecovering);
            } else {
                missed();
            }
            isAlive = came && !trigger.kill().victim().isSender() && !left.isEmpty();
            if (isAlive) {
                trigger = armed(left.remove());
            }
        }
        before.add(process.await());
        room.wire().settle();
        room.served().back();
        judge();
    }

    private List<String> arguments(boolean isRecovering) {
        List<String> arguments = new ArrayList<>(List.of(isRecovering ? "recover" : "run", "--journal", journal.toString(), "--events",
                "--parallel", Integer.toString(of.parallel())));
        if (!isRecovering) {
            arguments.addAll(List.of("--spec", spec.toString()));
        }
        return arguments;
    }

    private HttpTrigger armed(HttpKill kill) {
        Halt halt = new Halt(kill, journal, room.served().database());
        halts.add(halt);
        room.wire().arm(halt);
        return new HttpTrigger(halt);
    }

    private void pull(CommandProcess process) throws IOException, InterruptedException {
        HttpKill kill = trigger.kill();
        if (kill.victim().isSender()) {
            process.kill();
        }
        if (kill.victim().isReceiver()) {
            room.served().die();
        }
        if (kill.victim().isSender()) {
            process.onExit().join();
        }
        trigger.halt().letGo();
        if (kill.victim().isReceiver() && kill.isBackAtOnce()) {
            room.served().back();
        }
        if (kill.aftermath() == Aftermath.LATE) {
            late.add(trigger.halt());
        } else {
            trigger.halt().goOn(kill.aftermath());
        }
        room.wire().disarm();
    }

    /** Nothing comes there any more; where something does now, it is not disturbed. */
    private void missed() {
        room.wire().disarm();
        trigger.halt().goOn(Aftermath.CARRIED);
        tally.missed();
    }

    /** What is on disk right after a kill is whole, before anything recovers it; what is in doubt there is kept. */
    private void judge() {
        if (Files.exists(journal)) {
            ReadJournal read = ReadJournal.of(journal);
            if (!read.damages().isEmpty()) {
                throw new AssertionError(of + ": damaged by a kill: " + read.damages());
            }
            doubts.add(HttpChecker.doubts(of, read.lines()));
        } else {
            doubts.add(Set.of());
        }
    }

    /** Recovers until nothing changes; false where that takes too long. */
    private boolean recovered() throws IOException {
        for (int i = 0; i < RECOVERIES && Files.exists(journal); i++) {
            Ran ran = undisturbed("recover");
            before.add(ran);
            if (ran.events().isEmpty()) {
                return true;
            }
        }
        return !Files.exists(journal);
    }

    private Ran undisturbed(String command, String... more) throws IOException {
        List<Object> arguments = new ArrayList<>(List.of(command, "--journal", journal, "--events"));
        arguments.addAll(List.of(more));
        Cli.Ended ended = Inside.run(arguments.toArray());
        Files.writeString(directory.resolve("stderr-" + before.size()), ended.err());
        room.wire().settle();
        return new Ran(ended.status(), ended.lines().stream().map(Line::of).toList());
    }

    private Map<String, Ledger> ledgers() throws IOException, InterruptedException {
        Map<String, Ledger> ledgers = new HashMap<>();
        for (HttpKillCase.Plan plan : of.plans()) {
            long effects = room.served().effects(plan.id());
            if (plan.way().isKeyed()) {
                Line receipt = room.served().receipt(plan.id(), plan.id());
                ledgers.put(plan.id(), new Ledger(effects, receipt.text("state").orElseThrow(), receipt.whole("effect_id").orElse(0L)));
            } else {
                ledgers.put(plan.id(), new Ledger(effects, "keyless", 0));
            }
        }
        return ledgers;
    }

    @Override
    public void close() {
        started.forEach(CommandProcess::close);
        halts.forEach(Halt::close);
    }
}
