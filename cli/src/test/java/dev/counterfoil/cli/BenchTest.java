// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.counterfoil.cli.output.Console;
import dev.counterfoil.journal.canonical.StrictJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code bench}: it prints what it says it prints, leaves a journal as any other and nothing else, and touches nothing that is there. */
final class BenchTest {
    private static final List<String> MEMBERS = List.of("callers", "invocations", "pairs_per_second", "naive_pairs_per_second",
            "ratio_to_naive", "forces_per_second", "p50_micros", "p99_micros", "journal_bytes_per_invocation");
    private static final Pattern MEMBER = Pattern.compile("\"(\\w+)\":([0-9]+(?:\\.[0-9]{2})?)");

    @TempDir
    private Path directory;

    private Path journal;

    @BeforeEach
    void name() {
        journal = directory.resolve("measured 100%?.db");
    }

    private Map<String, Double> measured(Object... options) {
        List<Object> words = new ArrayList<>(List.of("bench", "--journal", journal, "--format", "json"));
        words.addAll(List.of(options));
        Cli.Ended ended = Inside.run(words.toArray());
        assertEquals(0, ended.status(), ended.toString());
        assertTrue(ended.err().matches("--invocations: so few say little, .*\n"), ended.err());
        assertEquals(1, ended.lines().size(), ended.out());
        Map<String, Double> members = new LinkedHashMap<>();
        Matcher member = MEMBER.matcher(ended.out());
        while (member.find()) {
            members.put(member.group(1), Double.valueOf(member.group(2)));
        }
        return members;
    }

    private List<String> names() throws IOException {
        try (Stream<Path> there = Files.list(directory)) {
            return there.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void it_prints_the_fixed_members_and_leaves_a_whole_journal_and_nothing_else(int callers) throws IOException {
        Map<String, Double> members = measured("--callers", callers, "--invocations", 20);
        assertEquals(MEMBERS, List.copyOf(members.keySet()));
        assertEquals(callers, members.get("callers"));
        assertEquals(20, members.get("invocations"));
        assertTrue(members.values().stream().allMatch(number -> number > 0), members.toString());
        assertTrue(members.get("p50_micros") <= members.get("p99_micros"), members.toString());
        assertEquals(Files.size(journal) / 20, members.get("journal_bytes_per_invocation").longValue());
        assertEquals(List.of("measured 100%?.db"), names());
        Cli.Ended verified = Inside.run("verify", journal);
        assertEquals(0, verified.status(), verified.toString());
        Cli.Ended listed = Inside.run("list", journal, "--state", "settled", "--format", "jsonl");
        assertEquals(20, listed.lines().stream().filter(line -> line.contains("\"bench-000000")).count(), listed.out());
    }

    @Test
    void the_line_is_one_json_object() {
        assertEquals(0, Inside.run("bench", "--journal", journal, "--invocations", 3, "--callers", 2).status());
        Path other = directory.resolve("other");
        String line = Inside.run("bench", "--journal", other, "--invocations", 3, "--callers", 2, "--format", "json").out().strip();
        assertEquals(MEMBERS.size(), MEMBER.matcher(line).results().count(), line);
        StrictJson.read(line.getBytes(StandardCharsets.UTF_8), line.length());
    }

    @Test
    void its_text_begins_with_the_ratio_and_ends_with_the_journal() {
        Cli.Ended ended = Inside.run("bench", "--journal", journal, "--invocations", 9, "--callers", 2, "--force-delay", "1us");
        assertEquals("--invocations: so few say little, a slice has 3; give 300 or more\n", ended.err());
        assertEquals(0, ended.status(), ended.toString());
        List<String> lines = ended.lines();
        assertEquals(5, lines.size(), ended.out());
        assertTrue(lines.get(0).matches("[0-9]+\\.[0-9]{2} times a naive loop"), lines.get(0));
        assertTrue(lines.get(1).matches("[0-9]+ invocations a second with 2 callers; the naive loop makes [0-9]+, .*"), lines.get(1));
        assertTrue(lines.get(2).matches("[0-9]+ forced appends a second .*, with the delay that was asked for"), lines.get(2));
        assertTrue(lines.get(4).endsWith(" bytes an invocation, 9 of them in " + journal), lines.get(4));
    }

    @Test
    void a_delay_is_waited_after_each_force_on_every_side() {
        Map<String, Double> members = measured("--callers", 1, "--invocations", 6, "--force-delay", "10ms");
        assertTrue(members.get("forces_per_second") <= 100, members.toString());
        assertTrue(members.get("naive_pairs_per_second") <= 50, members.toString());
        assertTrue(members.get("pairs_per_second") <= 50, members.toString());
        assertTrue(members.get("p50_micros") >= 20_000, members.toString());
    }

    @Test
    void what_has_the_name_stays_as_it_is() throws IOException {
        for (String suffix : List.of("", "-wal")) {
            Path there = Files.writeString(directory.resolve("j" + suffix), "mine");
            Cli.Ended ended = Inside.run("bench", "--journal", directory.resolve("j"), "--invocations", 3);
            assertEquals(6, ended.status(), ended.toString());
            assertTrue(ended.err().startsWith("taken, " + there + ": "), ended.err());
            assertEquals("", ended.out());
            assertArrayEquals("mine".getBytes(StandardCharsets.UTF_8), Files.readAllBytes(there));
            assertEquals(List.of("j" + suffix), names());
            Files.delete(there);
        }
        Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("nowhere"));
        assertEquals(6, Inside.run("bench", "--journal", link, "--invocations", 3).status());
        assertEquals(List.of("link"), names());
    }

    @Test
    void a_journal_without_a_directory_or_with_an_unfit_name_is_refused_and_nothing_is_left() throws IOException {
        Cli.Ended missing = Inside.run("bench", "--journal", directory.resolve("no/j"), "--invocations", 3);
        assertEquals(6, missing.status(), missing.toString());
        assertTrue(missing.err().startsWith("missing, "), missing.err());
        Cli.Ended unfit = Inside.run("bench", "--journal", directory.resolve("j-wal"), "--invocations", 3);
        assertEquals(2, unfit.status(), unfit.toString());
        assertTrue(unfit.err().startsWith("unfit_name, "), unfit.err());
        assertEquals(List.of(), names());
    }

    @Test
    void a_person_sees_how_far_it_is() {
        Cli.Ended ended = Inside.run(Console.Look.BOTH, "bench", "--journal", journal, "--invocations", 3);
        assertEquals(0, ended.status(), ended.toString());
        assertTrue(ended.err().startsWith("[" + " ".repeat(30) + "] 0/10 \r["), ended.err());
        assertTrue(ended.err().contains(" \r--invocations: so few"), ended.err());
    }
}
