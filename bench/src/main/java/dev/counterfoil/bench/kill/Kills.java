// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.bench.kill;

import dev.counterfoil.bench.peer.Kind;
import dev.counterfoil.bench.peer.PostgresServer;
import dev.counterfoil.bench.report.Scratch;
import dev.counterfoil.bench.report.Section;
import dev.counterfoil.bench.report.Settings;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Each peer killed with SIGKILL while sixteen callers run, then started again to recover: how many effects happened twice, how many
 * invocations are left to a person, and whether an answer was lost: one that had no effect, happened again, or counts as unknown. A server
 * beside a peer is not killed. Immutable.
 */
public final class Kills implements Section {
    private static final int LEAST_MILLIS = 200;
    private static final int MOST_MILLIS = 1_200;

    @Override
    public String name() {
        return "kills";
    }

    /** What was found after all kills of one peer. */
    private static final class Tally {
        private long answered;
        private long effects;
        private long twice;
        private long uncertain;
        private long lost;
    }

    @Override
    public Object measure(Settings settings, Scratch scratch) throws Exception {
        List<Object> all = new ArrayList<>();
        Random random = new Random(settings.seed());
        Path directory = scratch.fresh();
        try (PostgresServer postgres = new PostgresServer(directory)) {
            for (Kind kind : Kind.values()) {
                Tally tally = new Tally();
                for (int i = 0; i < settings.kills(); i++) {
                    settings.say("kill " + (i + 1) + " of " + settings.kills() + ": " + kind.word());
                    kill(kind, scratch, postgres, LEAST_MILLIS + random.nextInt(MOST_MILLIS - LEAST_MILLIS), tally);
                }
                all.add(members(kind, settings.kills(), tally));
            }
        } finally {
            scratch.remove(directory);
        }
        return all;
    }

    private static Map<String, Object> members(Kind kind, int kills, Tally tally) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("peer", kind.word());
        members.put("kills", kills);
        members.put("answered", tally.answered);
        members.put("effects", tally.effects);
        members.put("happened_twice", tally.twice);
        members.put("uncertain", tally.uncertain);
        members.put("answers_lost", tally.lost);
        return members;
    }

    private static void kill(Kind kind, Scratch scratch, PostgresServer postgres, int millis, Tally tally) throws Exception {
        Path directory = scratch.fresh();
        try {
            List<String> rest = new ArrayList<>(List.of(kind.name(), directory.toString()));
            if (!kind.isSlowable()) {
                rest.add(postgres.database());
            }
            Process victim = start("load", rest);
            try (BufferedReader out = victim.inputReader()) {
                if (!"running".equals(out.readLine())) {
                    throw new IllegalStateException(kind.word() + " did not run");
                }
                if (victim.waitFor(millis, TimeUnit.MILLISECONDS)) {
                    throw new IllegalStateException(kind.word() + " ended before it was killed");
                }
            } finally {
                victim.destroyForcibly().waitFor();
            }
            Set<String> uncertain = recovered(start("recover", rest));
            tally.uncertain += uncertain.size();
            count(directory, uncertain, tally);
        } finally {
            scratch.remove(directory);
        }
    }

    private static Set<String> recovered(Process process) throws IOException, InterruptedException {
        try (BufferedReader out = process.inputReader()) {
            String uncertain = out.readLine();
            if (process.waitFor() != 0 || uncertain == null) {
                throw new IllegalStateException("recovery ended with " + process.exitValue());
            }
            return uncertain.isEmpty() ? Set.of() : Set.of(uncertain.split(" "));
        } finally {
            process.destroyForcibly();
        }
    }

    private static void count(Path directory, Set<String> uncertain, Tally tally) throws IOException {
        Set<String> happened = new HashSet<>();
        Set<String> twice = new HashSet<>();
        for (String each : Files.readAllLines(directory.resolve("effects"))) {
            tally.effects++;
            if (!happened.add(each)) {
                tally.twice++;
                twice.add(each);
            }
        }
        for (String each : Files.readAllLines(directory.resolve("answers"))) {
            tally.answered++;
            if (!happened.contains(each) || twice.contains(each) || uncertain.contains(each)) {
                tally.lost++;
            }
        }
    }

    private static Process start(String what, List<String> rest) throws IOException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), Victim.class.getName(), what));
        command.addAll(rest);
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }
}
