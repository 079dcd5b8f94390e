// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.experiment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.counterfoil.cli.Cli;
import dev.counterfoil.cli.Inside;
import dev.counterfoil.cli.answer.ExperimentAnswer;
import dev.counterfoil.cli.answer.ExperimentTables;
import dev.counterfoil.cli.answer.TreeDifference;
import dev.counterfoil.cli.answer.TreeText;
import dev.counterfoil.cli.question.Vectors;
import dev.counterfoil.journal.canonical.JsonTree;
import dev.counterfoil.journal.canonical.StrictJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows A01 to A09: the artifact that is committed is what the experiment makes, and nothing else passes for it. */
@Tag("once")
final class ExperimentTest {
    /** Writes the README's tables instead of comparing them. */
    private static final boolean WRITES = Boolean.getBoolean("counterfoil.docs.write");

    private static final Path ROOT = root();
    private static final Path SAVED = ROOT.resolve("results.json");

    @TempDir
    private Path directory;

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("counterfoil"))) {
            folder = folder.getParent();
        }
        return folder;
    }

    private static String saved() throws IOException {
        return Files.readString(SAVED, StandardCharsets.UTF_8);
    }

    private static JsonTree parsed(String text) {
        return StrictJson.read(text.getBytes(StandardCharsets.UTF_8), ExperimentAnswer.BYTES);
    }

    @Test
    void A01_A08_A09_a_check_passes_and_another_run_is_the_same_to_the_byte_and_the_saved_one_is_only_read() throws IOException {
        Map<String, Object> before = new TreeMap<>(Files.readAttributes(SAVED, "lastModifiedTime,size"));
        Path again = directory.resolve("again.json");
        Cli.Ended ended = Inside.run("experiment", "--check", SAVED, "--output", again);
        assertEquals("0 ", ended.status() + " " + ended.err());
        assertArrayEquals(Files.readAllBytes(SAVED), Files.readAllBytes(again));
        assertEquals(before, new TreeMap<>(Files.readAttributes(SAVED, "lastModifiedTime,size")));
    }

    @Test
    void A02_A09_a_tampered_artifact_ends_with_3_and_names_the_place_and_is_left_as_it_is() throws IOException {
        String other = saved().replaceFirst("\"elapsed_ticks\": 162", "\"elapsed_ticks\": 161");
        Path tampered = Files.writeString(directory.resolve("t.json"), other);
        Cli.Ended ended = Inside.run("experiment", "--check", tampered);
        assertEquals(3, ended.status());
        assertTrue(ended.err().startsWith(tampered + ": $.scenarios[0].elapsed_ticks: is 161, not 162 (scenario reset_each_layer);"),
                ended.err());
        assertEquals(other, Files.readString(tampered));
    }

    private static Arguments tampered(String how, String old, String put, String found) {
        return arguments(how, old, put, found);
    }

    static Stream<Arguments> tamperings() {
        return Stream.of(
                tampered("a number in a trace", "\"start\": 18, \"end\": 20", "\"start\": 18, \"end\": 21",
                        "$.scenarios[2].trace[4].end: is 21"),
                tampered("a word", "\"status\": \"transient\"", "\"status\": \"unknown\"",
                        "$.scenarios[0].config.script[0].status: is \"unknown\""),
                tampered("a scenario less", "(?s)\"scenarios\": \\[\\s*\\{.*?\\n    \\},", "\"scenarios\": [", "$.scenarios[0].name"),
                tampered("a member more", "\"dispatches\": 27,", "\"dispatches\": 27, \"note\": null,",
                        "$.scenarios[0].note: should not be there"),
                tampered("a member less", "\"backoff_ticks\": 0,", "", "$.scenarios[0].backoff_ticks: is missing"),
                tampered("a number as text", "\"dispatches\": 27", "\"dispatches\": \"27\"",
                        "$.scenarios[0].dispatches: is \"27\", not 27"),
                tampered("a number with a point", "\"dispatches\": 4,", "\"dispatches\": 4.0,",
                        "$.scenarios[1].dispatches: is 4.0, not 4"),
                tampered("null for a text", "\"client_state\": \"unknown\"", "\"client_state\": null",
                        "$.persistence.after_kill.client_state"),
                tampered("a permission", "\"may_retry\": false", "\"may_retry\": true", "$.persistence.blind_replay.may_retry: is true"),
                tampered("a claim", "27 calls of one request", "26 calls of one request", "$.claims[0].sentence"),
                tampered("a limitation that was taken out", "\"limitation\": \"[^\"]*\"", "\"limitation\": \"\"", "$.claims[0].limitation"),
                tampered("an event more", "\"trace\": \\[", "\"trace\": [{\"event\": \"exhausted\"}, ", "$.scenarios[0].trace[0]"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("tamperings")
    void A02_A03_A04_A07_no_change_of_any_member_passes(String how, String old, String put, String found) throws IOException {
        String text = saved().replaceFirst(old, put);
        assertTrue(!text.equals(saved()), "the change was made");
        String difference = ExperimentAnswer.difference(parsed(saved()), parsed(text)).orElseThrow();
        assertTrue(difference.startsWith(found), difference);
        assertEquals(found.startsWith("$.scenarios["), difference.contains("(scenario "), difference);
    }

    @Test
    void A05_spacing_and_the_order_of_members_do_not_count() throws IOException {
        JsonTree artifact = parsed(saved());
        assertEquals(Optional.empty(), ExperimentAnswer.difference(artifact, parsed(TreeText.compact(artifact))));
        assertEquals(saved(), TreeText.indented(artifact), "and it is laid out as it is written");
        String swapped = saved().replaceFirst("\"dispatches\": 27,\\s*\"elapsed_ticks\": 162,", "\"elapsed_ticks\":162,\"dispatches\":27,");
        assertTrue(!swapped.equals(saved()));
        assertEquals(Optional.empty(), ExperimentAnswer.difference(artifact, parsed(swapped)));
    }

    @Test
    void A06_what_is_no_artifact_ends_with_2_and_a_line() throws IOException {
        Path cut = Files.writeString(directory.resolve("cut.json"), saved().substring(0, 5_000));
        Path junk = Files.writeString(directory.resolve("junk.json"), "results");
        for (Path file : List.of(cut, junk, directory.resolve("none.json"), directory)) {
            Cli.Ended ended = Inside.run("experiment", "--check", file);
            assertEquals(2, ended.status(), ended.err());
            assertTrue(ended.err().startsWith(file + ": ") && ended.err().lines().count() == 1, ended.err());
        }
    }

    @Test
    void A09_a_check_never_writes_over_what_it_checks() throws IOException {
        Path copy = Files.writeString(directory.resolve("copy.json"), "{}");
        for (Path same : List.of(copy, directory.resolve(".").resolve("copy.json"))) {
            Cli.Ended ended = Inside.run("experiment", "--check", copy, "--output", same);
            assertEquals("2 {}", ended.status() + " " + Files.readString(copy), ended.err());
        }
    }

    @Test
    void the_scenarios_are_the_published_ones() throws IOException {
        List<JsonTree> made = ((JsonTree.Elements) Vectors.member((JsonTree.Members) parsed(saved()), "scenarios")).elements();
        List<JsonTree.Members> published = Vectors.PUBLISHED.cases();
        assertEquals(published.size(), made.size());
        for (int i = 0; i < made.size(); i++) {
            JsonTree.Members ours = (JsonTree.Members) made.get(i);
            for (String member : List.of("name", "about", "config")) {
                JsonTree expected = Vectors.member(published.get(i), member);
                assertEquals(Optional.empty(), TreeDifference.first(expected, Vectors.member(ours, member)));
            }
            ((JsonTree.Members) Vectors.member(published.get(i), "expected")).members().forEach((name, expected) ->
                    assertEquals(Optional.empty(), TreeDifference.first(expected, Vectors.member(ours, name)), name));
            assertEquals(12, ours.members().size());
        }
    }

    @Test
    void the_tests_that_claims_name_are_there() throws IOException {
        for (JsonTree claim : ((JsonTree.Elements) Vectors.member((JsonTree.Members) parsed(saved()), "claims")).elements()) {
            String[] test = ((JsonTree.Text) Vectors.member((JsonTree.Members) claim, "test")).value().split("#");
            try (Stream<Path> files = Files.walk(ROOT.resolve("recovery-fixtures/src/test/java"))) {
                Path file = files.filter(each -> each.endsWith(test[0] + ".java")).findFirst().orElseThrow();
                assertTrue(Files.readString(file).contains("void " + test[1] + "("), claim.toString());
            }
        }
    }

    @Test
    void the_tables_of_the_readme_are_made_of_the_artifact() throws IOException {
        JsonTree artifact = parsed(saved());
        Path page = ROOT.resolve("README.md");
        String text = Files.readString(page, StandardCharsets.UTF_8);
        String written = between(text, "scenarios", ExperimentTables.markdown(ExperimentTables.scenarios(artifact)));
        written = between(written, "persistence", ExperimentTables.markdown(ExperimentTables.persistence(artifact)));
        if (WRITES) {
            Files.writeString(page, written, StandardCharsets.UTF_8);
        }
        assertEquals(written, WRITES ? written : text, "write it anew with -Dcounterfoil.docs.write=true");
    }

    private static String between(String text, String name, String table) {
        String begin = "<!-- " + name + ": begin; written by ExperimentTest with -Dcounterfoil.docs.write=true -->\n";
        String end = "<!-- " + name + ": end -->\n";
        assertTrue(text.contains(begin) && text.contains(end), name);
        return text.substring(0, text.indexOf(begin) + begin.length()) + table + text.substring(text.indexOf(end));
    }
}
