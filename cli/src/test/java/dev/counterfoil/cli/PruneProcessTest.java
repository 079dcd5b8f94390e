// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.fixtures.world.SimulatedTime;
import dev.counterfoil.scheduler.Counterfoil;
import dev.counterfoil.scheduler.dispatch.Answer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** prune in processes of its own: killed at any instant, and several at once. */
@Tag("once")
@Timeout(300)
final class PruneProcessTest {
    private static final int EARLY = 96;
    private static final int LATE = 24;
    private static final String BETWEEN = "2026-04-01T00:00:00Z";

    private static final Pattern ID = Pattern.compile("\"invocation\":\"([^\"]+)\"");

    @TempDir
    private Path directory;

    private Path file;
    private Path kept;
    private Map<String, List<String>> before = Map.of();

    @BeforeEach
    void make() throws IOException {
        file = Files.createDirectory(directory.resolve("j")).resolve("j.db");
        kept = directory.resolve("kept.db");
        write("early", EARLY, Instant.parse("2026-03-01T00:00:00Z"));
        write("late", LATE, Instant.parse("2026-05-01T00:00:00Z"));
        Files.copy(file, kept);
        before = records();
        assertEquals(EARLY + LATE, before.size());
    }

    /** Settled ones with answers that are marked, of some pages each. */
    private void write(String name, int count, Instant at) {
        SimulatedTime time = new SimulatedTime(at);
        try (Counterfoil runtime = Counterfoil.settings().ownerWait(Duration.ZERO)
                .time(time.wall(), time.ticker(), time.jumping()).open(file)) {
            for (int i = 0; i < count; i++) {
                runtime.run(InspectedJournal.invocation(name + "-" + i, 1, dispatch -> Answer.completed((name + "-mark ").repeat(2_000))));
            }
        }
    }

    private void restoreFile() throws IOException {
        for (String suffix : List.of("-wal", "-shm")) {
            Files.deleteIfExists(Path.of(file + suffix));
        }
        Files.write(file, Files.readAllBytes(kept));
    }

    /** What is dumped of each invocation. */
    private Map<String, List<String>> records() {
        return Inside.run("dump", file, "--format", "jsonl").lines().stream().collect(Collectors.groupingBy(
                line -> line.replaceAll(".*\"invocation\":\"([^\"]+)\".*", "$1"), LinkedHashMap::new, Collectors.toList()));
    }

    private Set<String> pruned() {
        Matcher ids = ID.matcher(Inside.run("list", file, "--state", "pruned", "--format", "json").out());
        return ids.results().map(found -> found.group(1)).collect(Collectors.toCollection(TreeSet::new));
    }

    private int marks(String name) throws IOException {
        int found = 0;
        for (Path each : List.of(file, Path.of(file + "-wal"))) {
            found += Files.exists(each)
                    ? new String(Files.readAllBytes(each), StandardCharsets.ISO_8859_1).split(name + "-mark", -1).length - 1 : 0;
        }
        return found;
    }

    private Process start(String name, ProcessBuilder.Redirect out) throws IOException {
        return new Cli(Files.createDirectories(directory.resolve(name)))
                .start(out, "prune", file.toString(), "--settled-before", BETWEEN, "--format", "json");
    }

    /** What the directory says of the journal and its log. */
    private String glance() throws IOException {
        StringBuilder glance = new StringBuilder();
        for (Path each : List.of(file, Path.of(file + "-wal"))) {
            try {
                BasicFileAttributes look = Files.readAttributes(each, BasicFileAttributes.class);
                glance.append(look.size()).append(' ').append(look.lastModifiedTime()).append(' ');
            } catch (NoSuchFileException none) {
                glance.append("none ");
            }
        }
        return glance.toString();
    }

    /** Kills behind so many changes that can be seen from outside; whether it lived so long. */
    private boolean killedBehind(int changes) throws Exception {
        Process process = start("cli", ProcessBuilder.Redirect.DISCARD);
        String last = glance();
        for (int seen = 0; seen < changes && process.isAlive();) {
            String now = glance();
            seen += now.equals(last) ? 0 : 1;
            last = now;
            Thread.onSpinWait();
        }
        boolean killed = process.isAlive();
        process.destroyForcibly().waitFor();
        return killed;
    }

    @Test
    void killed_at_any_instant_each_id_is_as_before_or_pruned_and_a_second_one_ends_it() throws Exception {
        Set<Integer> left = new TreeSet<>();
        int rounds = 0;
        for (int changes = 1; killedBehind(changes); changes += 1 + changes / 2) {
            rounds++;
            String where = "killed behind change " + changes;
            assertEquals(0, Inside.run("verify", file).status(), where);
            Map<String, List<String>> after = records();
            Set<String> gone = pruned();
            Set<String> all = new TreeSet<>(after.keySet());
            all.addAll(gone);
            assertEquals(new TreeSet<>(before.keySet()), all, where);
            assertEquals(before.size(), after.size() + gone.size(), where + ": both there and pruned");
            after.forEach((id, lines) -> assertEquals(before.get(id), lines, where));
            assertTrue(gone.stream().allMatch(id -> id.startsWith("early-")), where + ": " + gone);
            left.add(gone.size());
            Cli.Ended again = Inside.run("prune", file, "--settled-before", BETWEEN, "--format", "json");
            assertEquals(0, again.status(), where + ": " + again.err());
            assertTrue(again.out().startsWith("{\"pruned\":" + (EARLY - gone.size()) + ","), where + ": " + again.out());
            assertWholeAndClean(where);
            restoreFile();
        }
        assertWholeAndClean("not killed");
        assertTrue(rounds >= 5, "killed " + rounds + " times only");
        assertTrue(left.stream().allMatch(size -> size % 32 == 0), "half a step: " + left);
        assertTrue(left.size() >= 2, "always killed at the same place: " + left);
    }

    private void assertWholeAndClean(String where) throws IOException {
        assertEquals(EARLY, pruned().size(), where);
        assertEquals(0, Inside.run("verify", file).status(), where);
        assertEquals(0, marks("early"), where + ": bytes of what was pruned are left");
        // A page ends in the middle of some.
        assertTrue(marks("late") > LATE * 1_900, where);
        byte[] bytes = Files.readAllBytes(file);
        assertEquals(0, Inside.run("prune", file, "--settled-before", BETWEEN).status(), where);
        assertArrayEquals(bytes, Files.readAllBytes(file), where + ": written anew though nothing was pruned since");
    }

    @Test
    void several_at_once_count_each_invocation_once() throws Exception {
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            processes.add(start("cli" + i, ProcessBuilder.Redirect.to(directory.resolve("out" + i).toFile())));
        }
        int sum = 0;
        for (int i = 0; i < processes.size(); i++) {
            Cli.Ended ended = new Cli(directory.resolve("cli" + i)).end(processes.get(i), "-");
            assertEquals(0, ended.status(), ended.err());
            String line = Files.readString(directory.resolve("out" + i));
            sum += Integer.parseInt(line.replaceAll("(?s)\\{\"pruned\":([0-9]+),.*", "$1"));
        }
        assertEquals(EARLY, sum);
        assertEquals(0, Inside.run("prune", file, "--settled-before", BETWEEN).status());
        assertWholeAndClean("several");
    }
}
